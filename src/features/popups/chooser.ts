/** What the page says of itself (`data-popups`). */
export type Kinds = readonly string[];

/** The chooser of a page: on camp pages it has its own variant. */
export const chooserOf = (page: Kinds): 'welcome' | 'welcome-camps' =>
  page.includes('camps') ? 'welcome-camps' : 'welcome';
