/*
 * Inline script before everything else on the page: removes the token of an invitation from the address, so that
 * neither the sign-in's address nor a screenshot contains it, and saves it until the invited person has signed in, in
 * any tab. It is useless without the address that it was sent to. `data-key` is its storage key;
 * `data-to` is `staff` on the page that invites to the team.
 */
const { key = '', to } = document.currentScript?.dataset ?? {};
const [, token] = /^#invitation=([0-9a-f]{32})$/.exec(location.hash) ?? [];
if (token)
  try {
    localStorage.setItem(key, JSON.stringify({ token, at: Date.now(), to }));
    history.replaceState(history.state, '', location.pathname + location.search);
  } catch {
    // Storage is blocked: the token stays in the address.
  }

export {};
