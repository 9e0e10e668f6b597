import { pathToFileURL } from "node:url";

import type { Plugin } from "vite";

import { LANGUAGES } from "./src/i18n/languages";

const PARTS = ["host", "pages", "puzzles", "review", "rules", "table", "talk", "you"];
const OTHERS = LANGUAGES.filter((one) => one !== "en").join("|");
const FILE = new RegExp(`^(.*/i18n)/(${OTHERS})\\.ts$`);

async function words(folder: string, language: string): Promise<Record<string, string>> {
  const parts: Record<string, string> = {};
  for (const part of PARTS) {
    const url = pathToFileURL(`${folder}/${language}.${part}.ts`).href;
    const module = (await import(url)) as Record<string, Record<string, string>>;
    Object.assign(parts, module[language]);
  }
  return parts;
}

/** Ship a language as a list of words in the order of the English keys, which are a third of it. */
export function wordlists(): Plugin {
  return {
    name: "wordlists",
    apply: "build",
    async transform(_code, id) {
      const [, folder, language] = FILE.exec(id) ?? [];
      if (folder === undefined || language === undefined) return null;
      const own = await words(folder, language);
      const list = Object.keys(await words(folder, "en")).map((key) => own[key]);
      return { code: `export const ${language} = ${JSON.stringify(list)};`, map: null };
    },
  };
}
