/** Functions about growth reports and reviews of camps that signed-in users may call, and why that is safe. */
export const growthFunctions = {
  'public.get_camp_reports':
    'asks for a coach of the camp within its days, a head coach or an admin itself, and logs the read',
  'public.save_growth_report': 'asks for the same as get_camp_reports itself',
  'public.release_growth_reports': 'asks for a head coach or an admin who did not write it, itself',
  'public.return_growth_report': 'asks for a head coach or an admin itself',
  'public.set_head_coach': 'asks for a business admin itself',
  'public.get_family_growth_reports': 'answers about the own family',
  'public.suggest_next_session': 'of the own family’s children',
  'public.get_family_reviews': 'answers about the own family',
  'public.save_camp_review': 'of the own family, about a camp at which its child was',
  'public.delete_camp_review': 'of the own family',
  'public.list_camp_reviews': 'asks for an admin itself',
  'public.get_camp_review': 'asks for an admin itself',
  'public.release_camp_review': 'asks for an admin itself, of another family',
  'public.get_referral_code': 'answers about the own family',
  'public.renew_referral_code': 'of the own family, which has paid here',
  'public.list_referrals': 'asks for an admin itself',
  'public.get_staff_referral': 'asks for an admin itself',
  'public.decide_referral': 'asks for an admin itself, about other families',
};
