/** Functions about cancelled days of camps that signed-in users may call, with the reason why that is safe. */
export const cancelledDayFunctions = {
  'public.preview_cancel_camp_days': 'asks for an admin itself; what it cancels it takes back',
  'public.cancel_camp_days': 'asks for an admin itself',
  'public.restore_camp_day': 'asks for an admin itself',
};
