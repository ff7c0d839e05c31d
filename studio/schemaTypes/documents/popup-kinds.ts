/**
 * Every popup of the two specifications, with the time when the site opens it. Editors change its texts, and the code
 * decides when it opens.
 */
export const popupKinds: readonly { id: string; title: string; opens: string }[] = [
  {
    id: 'welcome',
    title: 'Welcome chooser',
    opens:
      'once per browser session, but not automatically on a phone; also from “Contact Us” and the chat button',
  },
  {
    id: 'welcome-camps',
    title: 'Welcome chooser on camp pages',
    opens: 'at the same moments as the welcome chooser, on camp pages',
  },
  {
    id: 'member-help',
    title: 'Community support',
    opens: 'from “I’m a member - help!” in the welcome chooser',
  },
  {
    id: 'exit-intent',
    title: 'Exit intent: try-out',
    opens: 'once, when the pointer leaves the window, for visitors without an account, a booking or a cart',
  },
  {
    id: 'exit-intent-camps',
    title: 'Exit intent: camps',
    opens: 'on the camps page, once, when the pointer leaves the window',
  },
  { id: 'mobile-gate', title: 'Mobile gate', opens: 'on a phone, once the page has loaded' },
  { id: 'birthday-intro', title: 'Birthday mascot', opens: 'on the birthdays page, before the parties' },
  { id: 'waitlist', title: 'Waitlist', opens: 'from “Reserve Your Spot”' },
  { id: 'whatsapp', title: 'WhatsApp group', opens: 'from “WhatsApp Us” in the navigation bar' },
  {
    id: 'chat-teaser',
    title: 'Chat teaser',
    opens: '8 seconds after the chat button has appeared, for 5 seconds',
  },
];
