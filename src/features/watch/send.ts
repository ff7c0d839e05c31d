/**
 * Tells one of the functions. The body goes without a type, as a page that closes can send it: nobody is asked
 * beforehand, and it outlives the page.
 */
export const post = (name: string, body: unknown): Promise<Response> =>
  // Without `env()`, whose schema library weighs more than all of the watcher; the layout has asked it at build.
  fetch(`${import.meta.env.PUBLIC_SUPABASE_URL}/functions/v1/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    keepalive: true,
  }).then(async (answer) => {
    // Read, so that its connection is free for what a person waits for.
    await answer.text();
    return answer;
  });
