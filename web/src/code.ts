/** The code of a room, as people type, say and paste it. */

/** Find the code in what somebody wrote: lower case, spaces, dashes, a whole link. */
export function cleanCode(written: string): string | null {
  const link = /\/r\/([A-Za-z0-9-]+)/.exec(written);
  const code = (link?.[1] ?? written).replace(/[\s.\-_]/g, "").toUpperCase();
  return /^[A-Z0-9]{4,8}$/.test(code) ? code : null;
}

/** A code as it is easiest to read: in two groups of four. Older rooms have five letters. */
export function showCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)} ${code.slice(4)}` : code;
}

/** The address that others open to come in. */
export function linkOf(code: string, origin: string): string {
  return `${origin}/r/${code}`;
}
