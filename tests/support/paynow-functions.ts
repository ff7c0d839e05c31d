/** Functions about PayNow at the desk that signed-in users may call, with the reason why that is safe. */
export const paynowFunctions = {
  'public.hold_paynow_sale': 'asks for somebody who sells at the desk itself',
  'public.confirm_paynow_sale': 'asks for the seller or an admin itself',
  'public.release_paynow_sale': 'asks for the seller or an admin itself',
  'public.get_paynow_account': 'asks for somebody who sells at the desk itself',
  'public.get_paynow_sales': 'asks for somebody who sells at the desk itself',
};
