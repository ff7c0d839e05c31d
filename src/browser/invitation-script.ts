/**
 * Runs before everything else on the page: removes the token of an invitation from the address, so that neither the
 * sign-in's address nor a screenshot contains it, and saves it until the invited person has signed in, in any tab. It
 * is useless without the address that it was sent to. `data-key` is its storage key.
 */
export const invitationScript =
  "(()=>{const t=/^#invitation=([0-9a-f]{32})$/.exec(location.hash);if(!t)return;try{localStorage.setItem(document.currentScript.dataset.key,JSON.stringify({token:t[1],at:Date.now()}));history.replaceState(history.state,'',location.pathname+location.search)}catch{}})()";
