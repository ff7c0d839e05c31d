export const words = {
  title: 'Stop news and offers?',
  text: 'Then no more of them come to the address that got the e-mail. E-mails about what you booked come all the same.',
  button: 'Stop news and offers',
  done: 'News and offers are stopped.',
  doneText:
    'What was on its way at this moment may still arrive. If you change your mind, you find it in Family Base.',
  failed: 'That did not work. Please try again in a moment, or just reply to the e-mail: a person reads it.',
  noScript:
    'This button needs JavaScript, which is off in this browser. Just reply to the e-mail instead: a person reads it.',
} as const;
