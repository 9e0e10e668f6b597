// A review of which only the first moves are ever counted.
{
  const plain = window.fetch;
  window.fetch = (address, ...more) => {
    if (!String(address).endsWith("/api/review")) return plain(address, ...more);
    const shown = { done: 12, of: 31, review: null };
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(shown)}\n\n`)),
    });
    return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
  };
}
