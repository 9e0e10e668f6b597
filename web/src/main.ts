import { mount } from "svelte";

import App from "./App.svelte";
import "./tokens.css";
import "./font.css";
import "./base.css";
import { versions } from "./versions.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
mount(App, { target });
if (import.meta.env.PROD) versions.watch();
