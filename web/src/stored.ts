/** The browser's storage, which may be unavailable (private windows), full or damaged. */

export function read(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keep a value, if the browser lets us: if it does not, the page works on. */
export function write(key: string, value: unknown): void {
  tryToWrite(key, value);
}

/** Keep a value; tell whether it was kept. */
export function tryToWrite(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What this tab keeps until it is closed. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string | number): void {
  try {
    sessionStorage.setItem(key, String(value));
  } catch {
    // then a reloaded tab starts over
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // there was nothing to keep it in
  }
}

export function keys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** What was kept, as a record whose fields are still to be checked. */
export function readRecord(key: string): Record<string, unknown> {
  const value = read(key);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
