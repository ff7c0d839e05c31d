export const check = 'M4 12.5 9.5 18 20 6.5';
export const menu = 'M3 7h18M3 12c5 1.5 13-1.5 18 0M3 17h18';
export const cart = 'M3 4h3l2.5 11h9.5l2.5-8H7M10 20h.1M17 20h.1';
export const pin =
  'M12 21c-5-5.5-7.5-8.5-7.5-12a7.5 7.5 0 0 1 15 0c0 3.5-2.5 6.5-7.5 12ZM12 11.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z';
export const calendar =
  'M4 8.5C4 6.5 5 6 6.5 6h11c1.5 0 2.5.5 2.5 2.5v9c0 2-1 2.5-2.5 2.5h-11C5 20 4 19.5 4 17.5ZM8 3v5M16 3v5M4 11.5h16';
export const shield =
  'M12 3c3 2 5 2.5 8 2.5 0 8-2.5 12.5-8 15.5C6.5 18 4 13.5 4 5.5 7 5.5 9 5 12 3ZM8.5 12l2.5 2.5L15.5 10';
export const kids =
  'M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 20c0-4 2.5-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-5.8M17 14c3 .3 5 2.2 5 6';
export const moon = 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z';
export const sun =
  'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M19 5l-1.7 1.7M6.7 17.3 5 19';
export const system =
  'M4 6c0-1 .5-1.5 1.5-1.5h13c1 0 1.5.5 1.5 1.5v8.5c0 1-.5 1.5-1.5 1.5h-13c-1 0-1.5-.5-1.5-1.5ZM9 20.5h6';
export const arrow = 'M4 12h15M13 6l6 6-6 6';
export const chat = 'M4 20l1.3-4A8.5 8.5 0 1 1 8.5 19ZM8.5 12h.1M12 12h.1M15.5 12h.1';
export const warning = 'M12 4 2.5 20h19ZM12 10v4.5M12 17.5h.1';
export const close = 'M5 5l14 14M19 5 5 19';
export const chevron = 'M5 9l7 7 7-7';
export const lock =
  'M5 11.5c0-1 .5-1.5 1.5-1.5h11c1 0 1.5.5 1.5 1.5v7c0 1.5-.5 2.5-2 2.5H7c-1.5 0-2-1-2-2.5ZM8 10V7.5a4 4 0 0 1 8 0V10M12 14.5v2.5';
export const undo = 'M4 9h10a5.5 5.5 0 0 1 0 11H8M8 4.5 3.5 9 8 13.5';
export const refresh = 'M19.5 12A7.5 7.5 0 1 1 17 6.4M20 3v4.5h-4.5';
export const user = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4.5 3.5-6.5 8-6.5s8 2 8 6.5';
export const print =
  'M7 9V3h10v6M7 17H4.5C4 17 3 16.5 3 15.5v-5C3 9.5 4 9 4.5 9h15c.5 0 1.5.5 1.5 1.5v5c0 1-1 1.5-1.5 1.5H17M7 14h10v7H7Z';
export const card =
  'M3 7.5C3 6 4 5.5 5 5.5h14c1 0 2 .5 2 2v9c0 1.5-1 2-2 2H5c-1 0-2-.5-2-2ZM3 10.5h18M7 15h3';
export const clock = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3.5 2';
export const van =
  'M6.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM4.5 17.5H2.5V5.5h11v12h-5M13.5 9.5h4.5l3.5 4v4H19M13.5 17.5H15';
export const home = 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-5.5h4V20';
export const bell = 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4';
export const bag =
  'M7 8.5h10c1.5 0 2.3.8 2.5 2.200l.8 7c.2 1.5-.7 2.3-2.3 2.3H6c-1.6 0-2.5-.8-2.3-2.3l.8-7C4.7 9.3 5.5 8.5 7 8.5ZM9 8.5V7a3 3 0 0 1 6 0v1.5';
export const download = 'M12 4v12M6 11l6 6 6-6M4 21h16';
export const chart = 'M4 4v16h16M8.5 16v-4M13 16V7M17.5 16v-6';
export const cake =
  'M4 20h16v-7c0-1-.7-2-2-2H6c-1.3 0-2 1-2 2ZM4 15.5c2.7 2 5.3-2 8 0s5.3-2 8 0M12 11V7M12 4.5V4';
export const picture =
  'M4 6c0-1 .5-1.5 1.5-1.5h13c1 0 1.5.5 1.5 1.5v12c0 1-.5 1.5-1.5 1.5h-13C4.5 19.5 4 19 4 18ZM4.5 17l4.5-5 4 4 2.5-2.5 4 3.5M15.5 9h.1';
export const mail =
  'M3 7.5C3 6 4 5.5 5 5.5h14c1 0 2 .5 2 2v9c0 1.5-1 2-2 2H5c-1 0-2-.5-2-2ZM3.5 7.5 12 13l8.5-5.5';
