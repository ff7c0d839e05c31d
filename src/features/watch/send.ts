/** Without a content type the browser needs no preflight request, and the request outlives the page. */
export const post = (name: string, body: unknown): Promise<Response> =>
  // `env()` has a schema library that is larger than the whole watcher; the layout has validated the variable.
  fetch(`${import.meta.env.PUBLIC_SUPABASE_URL}/functions/v1/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    keepalive: true,
  }).then(async (answer) => {
    // Reading the body frees the connection for more important requests.
    await answer.text();
    return answer;
  });
