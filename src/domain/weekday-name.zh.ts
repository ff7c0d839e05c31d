const name = new Intl.DateTimeFormat('zh-Hans', { weekday: 'long', timeZone: 'UTC' });

/** Returns for example "星期六" for "2026-11-21". */
export const weekdayName = (date: string): string => name.format(new Date(`${date}T12:00:00Z`));
