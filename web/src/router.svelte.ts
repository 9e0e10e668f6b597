/** Which page is shown: the address of the browser, and how to change it. */

import { cleanCode } from "./code";

export type Route =
  | { page: "home" }
  | { page: "room"; code: string }
  | { page: "replay" | "review"; id: string | null }
  | { page: "simulation" }
  | { page: "watch" }
  | { page: "learn" }
  | { page: "puzzles"; id: string | null }
  | { page: "you" }
  | { page: "daily" }
  | { page: "missing" };

/** Pages at an address of their own name. */
const PLAIN = ["simulation", "watch", "learn", "you", "daily"] as const;

/** Pages that show one game: by its id, or as text behind the "#". */
const isOfGame = (name: string): name is "replay" | "review" => name === "replay" || name === "review";

/** Read an address; what cannot be a page is "missing". */
export function routeOf(path: string): Route {
  const [first = "", second, ...more] = path.split("/").filter((part) => part !== "");
  if (more.length > 0) return { page: "missing" };
  if (second === undefined) {
    if (first === "") return { page: "home" };
    if (first === "puzzles") return { page: first, id: null };
    const plain = PLAIN.find((page) => page === first);
    if (plain !== undefined) return { page: plain };
    return isOfGame(first) ? { page: first, id: null } : { page: "missing" };
  }
  if (first === "r") {
    const code = cleanCode(second);
    return code === null ? { page: "missing" } : { page: "room", code };
  }
  if (isOfGame(first) && /^[A-Za-z0-9]{4,8}-\d{1,6}$/.test(second)) {
    return { page: first, id: second.toUpperCase() };
  }
  if (first === "puzzles" && /^[0-9a-f]{8}$/.test(second)) return { page: first, id: second };
  return { page: "missing" };
}

class Router {
  private path = $state(location.pathname);
  /** What follows the "?" of the address. */
  search = $state(location.search);
  /** What follows the "#": the server never sees it. */
  hash = $state(location.hash);
  route: Route = $derived(routeOf(this.path));
  /** The page from which this one was reached, if it was by a link or button of ours. */
  before: string | null = $state(null);

  constructor() {
    addEventListener("popstate", () => {
      this.before = null;
      this.read();
    });
    document.addEventListener("click", (event) => this.follow(event));
  }

  /** Show another page; "replace" leaves no trace for the back button. */
  go(address: string, replace = false): void {
    if (!replace) this.before = this.path;
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.read();
    if (!replace) scrollTo(0, 0);
  }

  private read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }

  /** Take over plain clicks on links to our own pages; all others are the browser's. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target !== "" || link.hasAttribute("download")) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

export const router = new Router();
