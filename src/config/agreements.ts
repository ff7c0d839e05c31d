/**
 * The key prefixes of the texts that a parent agrees to. Studio cannot change these texts. They change in the code,
 * after a lawyer has read them.
 */
export const agreements = [
  'contract/pass-end:renewalsAgreed',
  'features/auth/messages:signUpMessages/agree',
  'features/checkout/form/Consents:',
  'features/checkout/form/field-messages:fieldNames/consents',
  'features/checkout/messages:consentMessages/',
  'features/family/child/messages:consentMessages/',
  'features/family/parents/consents/messages:consentMessages/',
  'features/family/parents/consents/messages:meaningMessages/',
  'features/family/parents/consents/messages:shortMessages/',
  'features/family/parents/consents/messages:staleMessages/',
  'features/family/privacy/messages:eraseMessages/acceptLoss',
  'features/family/parents/proposals/messages:askAboutProposal/consent',
  'features/family/parents/proposals/messages:consentLabel/',
  'ui/consent/messages:choiceMessages/doNotTrack',
  'ui/consent/messages:choiceMessages/lead',
  'ui/consent/messages:choiceMessages/purposes/',
  'ui/consent/messages:consentMessages/no',
  'ui/consent/messages:consentMessages/text',
  'ui/consent/messages:consentMessages/yes',
  'ui/family/messages:consentTitles/',
  'ui/family/messages:consentNouns/',
];
