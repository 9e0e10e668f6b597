import type { First } from "./index.svelte";
import { fr as coach } from "./fr.coach";
import { fr as host } from "./fr.host";
import { fr as pages } from "./fr.pages";
import { fr as rules } from "./fr.rules";
import { fr as table } from "./fr.table";
import { fr as talk } from "./fr.talk";

export const fr: First = { ...coach, ...host, ...pages, ...rules, ...table, ...talk };
