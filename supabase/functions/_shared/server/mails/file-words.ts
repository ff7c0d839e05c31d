/** The text about a mail's calendar file. `isPlural`: it has several dates. */
export const addWords = (isPlural: boolean): string =>
  `Times are Singapore time. Open the attached file to add ${isPlural ? 'these dates' : 'this date'} to your calendar, with a reminder the day before and two hours before.`;

export const takeOutWords =
  'Open the attached file to take it out of your calendar. If the date stays there, please delete it yourself.';
