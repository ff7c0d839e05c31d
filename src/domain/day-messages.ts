export const lastDayTooSoon = 'The last day can’t be before the first day.';
