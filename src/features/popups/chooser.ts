/** The popups that a page allows, as the attribute `data-popups` lists them. */
export type Kinds = readonly string[];

/** Returns the chooser of a page. Camp pages have one of their own. */
export const chooserOf = (page: Kinds): 'welcome' | 'welcome-camps' =>
  page.includes('camps') ? 'welcome-camps' : 'welcome';
