export const messages = {
  closed: 'This preview opens from Studio. Go to Preview there, or ask a colleague for a link to this page.',
  linkEnded: 'This link has expired. Ask the person who sent it for a new one.',
  otherPage: 'This link is for a different page. Ask the person who sent it for a link to this one.',
  notHere: 'There is no page at this address.',
  starting: 'The preview is starting. The first page takes up to half a minute.',
  notStarted:
    'The preview could not start. Please reload this page in a minute. If it still does not start, tell the person who looks after the site.',
} as const;

export const messagePage = (message: string) => `<!doctype html>
<html lang="en-SG">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<style>
  body { display: grid; place-content: center; min-height: 90vh; margin: 1.5rem; color-scheme: light dark;
    font: 1.125rem/1.5 system-ui, sans-serif; text-align: center; }
  p { max-width: 32rem; }
</style>
<p>${message}</p>
</html>
`;
