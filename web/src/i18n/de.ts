import type { First } from "./index.svelte";
import { de as coach } from "./de.coach";
import { de as host } from "./de.host";
import { de as pages } from "./de.pages";
import { de as rules } from "./de.rules";
import { de as table } from "./de.table";
import { de as talk } from "./de.talk";

export const de: First = { ...coach, ...host, ...pages, ...rules, ...table, ...talk };
