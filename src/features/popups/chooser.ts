/** The popups that a page allows (`data-popups`). */
export type Kinds = readonly string[];

/** The chooser of a page: camp pages have their own variant. */
export const chooserOf = (page: Kinds): 'welcome' | 'welcome-camps' =>
  page.includes('camps') ? 'welcome-camps' : 'welcome';
