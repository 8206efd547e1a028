/** The maximum size in bytes of a provider's response. */
export const RESPONSE_MAX_BYTES = 1024 * 1024;

/** `fetch` with a limit of the response's size, against a provider that sends no end. */
export async function limitedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.body) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > RESPONSE_MAX_BYTES) throw new Error("The provider's response is too large");
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}
