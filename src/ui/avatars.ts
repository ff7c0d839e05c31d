import first from '#assets/mascot/avatar-5.svg?url';
import second from '#assets/mascot/avatar-4.svg?url';
import third from '#assets/mascot/avatar-3.svg?url';
import fourth from '#assets/mascot/avatar-6.svg?url';
import fifth from '#assets/mascot/avatar-2.svg?url';
import sixth from '#assets/mascot/avatar-1.svg?url';
import black from '#assets/mascot/team-black.svg?url';
import red from '#assets/mascot/team-red.svg?url';
import white from '#assets/mascot/team-white.svg?url';
import x from '#assets/mascot/team-x.svg?url';

const avatars = [first, second, third, fourth, fifth, sixth];

export const avatarOf = (index: number): string => avatars[Math.max(0, index) % avatars.length] ?? first;

export const teamBadges = { white, red, black, x };
