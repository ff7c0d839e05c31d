/**
 * Sends a request without a content type, so that the browser needs no preflight request and the request outlives the
 * page.
 */
export const post = (name: string, body: unknown): Promise<Response> =>
  // The schema library behind `env()` is larger than the whole watcher. The layout has already
  // validated the variable.
  fetch(`${import.meta.env.PUBLIC_SUPABASE_URL}/functions/v1/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    keepalive: true,
  }).then(async (answer) => {
    // Reading the body frees the connection for more important requests.
    await answer.text();
    return answer;
  });
