/** Line icons that only staff screens use. Other pages load only `ui/icons.ts`. */
export const medical = 'M9 4h6v5h5v6h-5v5H9v-5H4V9h5Z';
export const pill = 'M10.5 20.5a5 5 0 0 1-7-7l7-7a5 5 0 0 1 7 7ZM7 10l7 7';
export const heart =
  'M12 20s-7.5-4.7-7.5-10.2A4.1 4.1 0 0 1 12 7.4a4.1 4.1 0 0 1 7.5 2.4C19.5 15.3 12 20 12 20Z';
export const lifebuoy =
  'M12 3.5a8.5 8.5 0 1 0 .01 0ZM12 9a3 3 0 1 0 .01 0ZM6 6l3.9 3.9M14.1 14.1 18 18M18 6l-3.9 3.9M9.9 14.1 6 18';
export const question =
  'M12 3.5a8.5 8.5 0 1 0 .01 0ZM9.6 9.6a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.6M12 16.6h.1';
export const phone =
  'M5.5 4H9l1.5 4.6L8.2 10.4a12 12 0 0 0 5.4 5.4l1.8-2.3L20 15v3.5a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 4 5.6 1.5 1.5 0 0 1 5.5 4Z';
export const label = 'M4 4h8l8 8-8 8-8-8ZM8.5 8.5h.1';
export const coins =
  'M9 4.5a5 2.2 0 1 0 .01 0ZM4 6.7v4c0 1.2 2.2 2.2 5 2.2M4 10.7v4c0 1.2 2.2 2.2 5 2.2M15 11.5a5 2.2 0 1 0 .01 0ZM10 13.7v4c0 1.2 2.2 2.2 5 2.2s5-1 5-2.2v-4';
export const sliders = 'M4 7h9M18 7h2M15.5 4.5v5M4 17h3M12 17h8M9.5 14.5v5';
export const pen = 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5l3.5 3.5';
export const list = 'M4.5 6.5 6 8l2.5-3M4.5 12.5 6 14l2.5-3M4.5 18.5 6 20l2.5-3M12 6.5h8M12 12.5h8M12 18.5h8';
export const bank = 'M4 9.5 12 4l8 5.5ZM6 12.5V17M10 12.5V17M14 12.5V17M18 12.5V17M4 20h16';
export const cutlery = 'M5 4v5a2.5 2.5 0 0 0 5 0V4M7.5 4v16M17.5 20V4c-2.5 1.5-3.5 4-3.5 7.5h3.5';
export const dots = 'M5 12h.1M12 12h.1M19 12h.1';
export const search = 'M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM16 16l5 5';
export const star = 'M12 3.5 14.6 9l6 .7-4.4 4.1 1.2 6L12 16.9l-5.4 2.9 1.2-6L3.4 9.7l6-.7Z';
