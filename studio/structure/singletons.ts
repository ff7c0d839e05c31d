export interface Singleton {
  type: string;
  title: string;
  icon: string;
}

/** The pages in the order in which families see them. */
export const pages: Singleton[] = [
  { type: 'homePage', title: 'Home', icon: '🏠' },
  { type: 'campsPage', title: 'Camps', icon: '⛺' },
  { type: 'campsNewPage', title: 'All camps', icon: '🏕️' },
  { type: 'epicPage', title: 'EPIC camp', icon: '🧗' },
  { type: 'tryOutPage', title: 'Try-out', icon: '🛹' },
  { type: 'passesPage', title: 'Passes', icon: '🎟️' },
  { type: 'teamPassesPage', title: 'Team passes', icon: '👥' },
  { type: 'birthdaysPage', title: 'Birthdays', icon: '🎂' },
  { type: 'aboutPage', title: 'About us', icon: '👋' },
  { type: 'checkoutPage', title: 'Checkout', icon: '🛒' },
  { type: 'successPage', title: 'After the payment', icon: '✅' },
  { type: 'notFoundPage', title: 'Page not found', icon: '🧭' },
  { type: 'quiz', title: 'Quiz', icon: '❓' },
];

export const settings: Singleton[] = [
  { type: 'siteSettings', title: 'Site settings', icon: '⚙️' },
  { type: 'proofSettings', title: 'Proof and counters', icon: '📣' },
];

/** The assistant, which is listed separately, with the answers that were written for it. */
export const assistant: Singleton = { type: 'assistant', title: 'Texts and questions', icon: '🦦' };

/** The documents that exist once. The id of each is the name of its type. */
export const singletons: Singleton[] = [...pages, ...settings, assistant];
