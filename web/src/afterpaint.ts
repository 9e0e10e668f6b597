/**
 * Do something once the next picture is on the screen. To move the focus means to lay out the page at once:
 * within a press it would double the work before anything shows, afterwards it costs nothing.
 */
export function afterPaint(act: () => void): void {
  if (document.hidden) setTimeout(act); // nothing is painted there
  else requestAnimationFrame(() => setTimeout(act));
}

/** Do something when the browser is idle; return how to cancel it. */
export function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 1_500);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act);
  return () => cancelIdleCallback(asked);
}
