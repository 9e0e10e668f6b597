import type { Catalog } from "./index.svelte";
import { fr as host } from "./fr.host";
import { fr as pages } from "./fr.pages";
import { fr as puzzles } from "./fr.puzzles";
import { fr as review } from "./fr.review";
import { fr as rules } from "./fr.rules";
import { fr as table } from "./fr.table";
import { fr as talk } from "./fr.talk";
import { fr as you } from "./fr.you";

export const fr: Catalog = { ...host, ...pages, ...puzzles, ...review, ...rules, ...table, ...talk, ...you };
