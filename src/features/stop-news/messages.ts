export const messages = {
  title: 'Stop news and offers?',
  text: 'We’ll stop sending these e-mails to that address. You will still get e-mails about what you booked.',
  button: 'Stop news and offers',
  stopped: 'News and offers are now off.',
  doneText:
    'E-mails already on their way may still arrive. If you change your mind, you can turn them on again in Family Base.',
  failed:
    'That did not work. Please try again in a moment, or reply to the e-mail. Our team reads every reply.',
  noScript:
    'This button needs JavaScript, which is off in this browser. Please reply to the e-mail instead. Our team reads every reply.',
} as const;
