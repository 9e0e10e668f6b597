// Tests show parts of pages by themselves, without what loads their words.
import { withAllWords } from "./index.svelte";

await withAllWords(Promise.resolve());
