// Hands a picture of the result on: to other programs where a device can do that, else as a file and a copy.

import poster from "@fontsource/inter/files/inter-latin-900-normal.woff2?url";

import { t, tn } from "../i18n/index.svelte";
import type { Room, Table } from "../protocol";
import { saveFile } from "../savefile";
import { FONT, HEIGHT, pictureOf, WIDTH, type Measure, type Picture } from "./picture";
import { gainOf, listOf, moodOf } from "./result";

/** What became of it; "idle" when whoever shares has thought better of it. */
export type Shared = "sent" | "saved" | "both" | "failed" | "idle";

/** What the picture shows: of a match the totals, of a round the cards that were left. */
export function contentOf(room: Room, table: Table, match: boolean): Picture {
  const winners = match ? room.winners : table.winners;
  const name = listOf(winners.map((seat) => room.seats[seat]?.name ?? ""));
  const gain = gainOf(room, table);
  const first = winners[0];
  return {
    title: winners.length === 0 ? t("table.end.void", { n: room.round }) : tn("picture.wins", winners.length, { name }),
    winners: winners.slice(0, 2).map((seat) => ({ avatar: room.seats[seat]?.avatar ?? 0 })),
    figure: first === undefined ? null : match ? (room.totals[first] ?? 0) : gain || null,
    sign: !match,
    card: table.top,
    color: match ? null : (table.color ?? "G"),
    others: room.standing
      .filter((seat) => !winners.includes(seat))
      .map((seat) => ({
        name: room.seats[seat]?.name ?? "",
        avatar: room.seats[seat]?.avatar ?? 0,
        mood: moodOf(room.seats[seat], false, false),
        total: match ? (room.totals[seat] ?? 0) : null,
        cards: table.hands?.[seat] ?? [],
      })),
    question: t("picture.question"),
  };
}

export const shareResult = (room: Room, table: Table, match: boolean): Promise<Shared> =>
  sharePicture((measure, letters) => pictureOf(contentOf(room, table, match), measure, letters));

/** Hand on a picture that is drawn once it is known how wide its words are. */
export async function sharePicture(draw: (measure: Measure, letters: string) => string): Promise<Shared> {
  const picture = await pngOf(draw(measureBy(newCanvas()), await lettersOf(poster)));
  const file = new File([picture], "unolab.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) === true) {
    try {
      await navigator.share({ files: [file] });
      return "sent";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "idle";
      // it cannot be handed on after all: keep it
    }
  }
  saveFile(file);
  return (await copyPicture(picture)) ? "both" : "saved";
}

/** The letters of posters in base64: a picture cannot ask for files, so they are put into it. */
async function lettersOf(address: string): Promise<string> {
  try {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  } catch {
    return ""; // then in those of the system
  }
}

function newCanvas(): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("nothing can be drawn here");
  return context;
}

const measureBy =
  (context: CanvasRenderingContext2D): Measure =>
  (text, size, weight) => {
    context.font = `${weight} ${size}px ${FONT}`;
    return context.measureText(text).width;
  };

/** The policy of the page lets in pictures that are written out in their address, and no others of its own making. */
async function pngOf(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const context = newCanvas();
  context.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((done, fail) => {
    context.canvas.toBlob((blob) => (blob === null ? fail(new Error("no picture")) : done(blob)), "image/png");
  });
}

async function copyPicture(picture: Blob): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    return false; // not on plain HTTP, and not everywhere: the file is there
  }
}
