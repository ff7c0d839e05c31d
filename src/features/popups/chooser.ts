/** The attribute `data-popups` lists the popups that a page allows. */
export type Kinds = readonly string[];

/** Camp pages have a chooser of their own. */
export const chooserOf = (page: Kinds): 'welcome' | 'welcome-camps' =>
  page.includes('camps') ? 'welcome-camps' : 'welcome';
