/*
 * Before everything else, so that neither the sign-in's address nor a screenshot contains the token. It is useless
 * without the address that it was sent to.
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
