import type { Catalog } from "./index.svelte";
import { de as host } from "./de.host";
import { de as pages } from "./de.pages";
import { de as puzzles } from "./de.puzzles";
import { de as review } from "./de.review";
import { de as rules } from "./de.rules";
import { de as table } from "./de.table";
import { de as talk } from "./de.talk";
import { de as you } from "./de.you";

export const de: Catalog = { ...host, ...pages, ...puzzles, ...review, ...rules, ...table, ...talk, ...you };
