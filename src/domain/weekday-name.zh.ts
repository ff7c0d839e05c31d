const name = new Intl.DateTimeFormat('zh-Hans', { weekday: 'long', timeZone: 'UTC' });

/** Turns "2026-11-21" into "星期六". */
export const weekdayName = (date: string): string => name.format(new Date(`${date}T12:00:00Z`));
