/** The page of a simulated provider, where visitors type an account instead of signing in. */
export function providerPage(provider: string, state: string): string {
  const title = `A played ${escape(provider)} sign-in`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    <style>
      body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui; }
      form { display: grid; gap: 1rem; }
      label { display: grid; gap: 0.25rem; }
      label.check { display: flex; gap: 0.5rem; }
      input, button { font: inherit; padding: 0.5rem; }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>This machine plays the provider. Any account exists here.</p>
    <form method="post">
      <input type="hidden" name="state" value="${escape(state)}" />
      <label>Address of the account <input name="email" type="email" /></label>
      <label>Name <input name="name" /></label>
      <label class="check"><input name="verified" type="checkbox" checked /> The provider has verified the address</label>
      <button name="answer" value="continue">Continue</button>
      <button name="answer" value="cancel">Cancel</button>
    </form>
  </body>
</html>`;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
