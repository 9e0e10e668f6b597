/** The service worker, and whether it has a newer page than the one that is open. */

const OFTEN = 3_600_000; // milliseconds between two looks for a new version

class Versions {
  /** Whether a reload brings a newer page. */
  newer = $state(false);

  /** Keep the page for offline use, and listen for a newer one. */
  watch(): void {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (workers === undefined) return; // not on plain HTTP, but for this machine itself
    const own = new URL(import.meta.url).pathname;
    workers.addEventListener("message", ({ data }: MessageEvent<{ files?: string[] }>) => {
      if (data.files?.includes(own) === false) this.newer = true;
    });
    const register = (): void => {
      workers.register("/sw.js").then(
        (worker) => this.look(worker),
        () => {}, // then the page works with a network only
      );
    };
    if (document.readyState === "complete") register();
    else addEventListener("load", register);
  }

  /** A tab that stays open for days is not told by itself. */
  private look(worker: ServiceWorkerRegistration): void {
    let last = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - last < OFTEN) return;
      last = Date.now();
      worker.update().catch(() => {});
    });
  }
}

export const versions = new Versions();
