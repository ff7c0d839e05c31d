import { say } from './say.ts';
export const addMessage = (isPlural: boolean): string =>
  say`Times are Singapore time. Open the attached file to add ${isPlural ? say`these dates` : say`this date`} to your calendar, with a reminder the day before and two hours before.`;

export const takeOutMessage = () =>
  say`Open the attached file to remove it from your calendar. If the date stays there, please delete it yourself.`;

export const takeOutAllMessage = () =>
  say`Open the attached file to remove them from your calendar. If the dates stay there, please delete them yourself.`;
