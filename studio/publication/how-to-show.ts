/** Explains how a document gets onto a page. */
interface HowToShow {
  text: string;
  /** Links to the documents in which editors do that. */
  links: { title: string; type: string; id?: string }[];
}

const page = (type: string, title: string) => ({ title, type, id: type });

const byType: Record<string, HowToShow> = {
  coach: {
    text: 'Choose pages under “Shown on” in this document, and switch “Shown on the site” on.',
    links: [],
  },
  base: {
    text: 'Add it to “Bases” of a camp tier, so that camps are offered here. A base for weekend classes appears with its classes.',
    links: [],
  },
  testimonial: {
    text: 'Choose its pages under “Shown on”. A page that lists its testimonials shows only those: add this one there.',
    links: [page('homePage', 'Home'), page('campsPage', 'Camps'), page('birthdaysPage', 'Birthdays')],
  },
  faq: {
    text: 'Its topic is on no page. Choose another topic, or add the topic to “Questions” of a page.',
    links: [page('homePage', 'Home'), page('campsPage', 'Camps'), page('tryOutPage', 'Try-out')],
  },
  faqTopic: {
    text: 'No page shows a question of this topic. Write a question for it, and add the topic to “Questions” of a page.',
    links: [page('homePage', 'Home'), page('campsPage', 'Camps'), page('tryOutPage', 'Try-out')],
  },
  writtenAnswer: {
    text: 'Switch on “Shown”, and switch on the assistant.',
    links: [page('assistant', 'The assistant')],
  },
  birthdayPackage: {
    text: 'The page Birthdays shows only the packages that it lists, or all of them if its list is empty. Packages that are not on sale are left out.',
    links: [page('birthdaysPage', 'Birthdays')],
  },
  campTier: {
    text: 'Switch “On sale” on. The pages with camps show every tier that is on sale; its dates come from the office.',
    links: [],
  },
  pass: {
    text: 'A page that lists its passes shows only those: add this one there.',
    links: [page('passesPage', 'Passes'), page('teamPassesPage', 'Team passes')],
  },
  page: {
    text: 'Each of its blocks is hidden now or has nothing to show. Check their “From” and “Until”, and what is chosen in them.',
    links: [],
  },
  mediaLogo: { text: 'Add the section with the logos to Home.', links: [page('homePage', 'Home')] },
  campaignPopup: {
    text: 'It opens only between “From” and “Until”. If several are planned for one page, the one that began last opens.',
    links: [],
  },
  popup: { text: 'Switch “Shown” on. An empty popup does not open.', links: [] },
};

/** The types of documents whose texts are never on a page of this build. */
export const neverShown: ReadonlySet<string> = new Set([
  // The settings change only numbers on pages.
  'proofSettings',
  // Changed sentences are in scripts and e-mails, which are not pages.
  'wording',
  // Chinese texts are in the pages of another build.
  'translation',
]);

export const howToShow = (type: string): HowToShow =>
  byType[type] ?? {
    text: 'Choose it on a page, or check whether a field that the page needs is empty.',
    links: [],
  };
