import type { Topic } from '#contract/assistant.ts';
import { paths } from '#config/paths.ts';

export interface PageOf {
  title: string;
  path: string;
  topic: Topic;
}
const page = (title: string, path: string, topic: Topic): PageOf => ({ title, path, topic });

export const pages = {
  home: page('Home', paths.home, 'us'),
  about: page('About us', paths.about, 'us'),
  camps: page('Holiday camps', paths.camps, 'camps'),
  epic: page('EPIC Camp', paths.campsEpic, 'epic'),
  tryOut: page('Try-Out', paths.tryOutForKids, 'try-out'),
  passes: page('Passes', paths.passes, 'passes'),
  teams: page('Team passes', paths.teamPasses, 'classes'),
  birthdays: page('Birthdays', paths.birthdays, 'birthdays'),
};

/** Returns a title such as "Holiday camps · Questions". */
export const buildBreadcrumb = ({ title }: PageOf, section: string): string => `${title} · ${section}`;
