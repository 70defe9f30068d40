/** The sections in which the documentation shows the table of api.ts. */

interface Section {
  name: string;
  /** One sentence. */
  about: string;
  /** What follows the method in a key. */
  paths: RegExp;
}

export const sections: readonly Section[] = [
  {
    name: 'Accounts',
    about: 'Registering, signing in and out, and what one may do.',
    paths: /^\/api\/(user|login|logout|register|time-zones)(\/|$)/,
  },
  {
    name: 'The team',
    about: "An account's members, their invitations, and API tokens.",
    paths: /^\/api\/(team|invitations|tokens)(\/|$)/,
  },
  {
    name: 'Contents',
    about: 'Uploads, their processing, and the bytes of what is ready.',
    paths: /^\/(media\/|api\/(videos(?!\/:\w+\/assignments)|platform-videos|uploads?|upload-url|capabilities)(\/|$))/,
  },
  {
    name: 'Playlists',
    about: 'What plays in which order, and how often.',
    paths: /^\/api\/(playlists(?!\/:id\/breaking-news)|videos\/:\w+\/assignments)(\/|$)/,
  },
  {
    name: 'The programme',
    about: 'Which screen plays what when, beside the playlist that was sent.',
    paths: /^\/api\/(schedules|my-players\/:id\/programme)(\/|$)/,
  },
  {
    name: 'My screens',
    about: "An account's own screens, their groups and pairing, and how they look.",
    paths: /^\/api\/(my-players(?!\/:id\/programme)|screen-groups|pairing|display-settings)(\/|$)/,
  },
  {
    name: 'The device',
    about: 'What a screen itself asks, with the token of its activation.',
    paths: /^\/api\/player\//,
  },
  {
    name: 'Calling patients',
    about: 'Rooms, the daily queue, calls to the screens and their receipts.',
    paths: /^\/api\/(calls|tickets|call-rooms|call-settings|call-recordings|call-source|voice)(\/|$)/,
  },
  {
    name: 'Urgent notices',
    about: 'What fills the screens at once, and what each of them made of it.',
    paths: /^\/api\/(admin\/)?urgent(\/|$)/,
  },
  {
    name: 'Messages',
    about: 'The ticker at the bottom of the picture.',
    paths: /\/breaking-news(\/|$)/,
  },
  {
    name: 'Radio',
    about: 'Stations, the background sound, and their relay.',
    paths: /^\/api\/radio(-stations|-settings)?(\/|$)/,
  },
  {
    name: 'Administration: users',
    about: 'Approving and blocking accounts, quotas, passwords.',
    paths: /^\/api\/admin\/users(?!\/:userId\/)/,
  },
  {
    name: 'Administration: screens',
    about: "Everybody's screens.",
    paths: /^\/api\/admin\/(players|users\/:userId\/players)(\/|$)/,
  },
  {
    name: 'Administration: categories',
    about: 'Platform contents and who may play them.',
    paths: /^\/api\/admin\/(categories|platform-videos|users\/:userId\/categories)(\/|$)/,
  },
  {
    name: 'Administration: notices',
    about: 'Notices on the screens.',
    paths: /^\/api\/admin\/notices(\/|$)/,
  },
  {
    name: 'Administration: the house',
    about: 'Settings, tasks, backups, stations, and what failed.',
    paths: /^\/api\/admin\/(?!users|players|categories|platform-videos|notices|urgent)/,
  },
  {
    name: 'The house',
    about: 'Health, metrics, addresses and this document.',
    paths:
      /^\/(healthz|readyz|metrics|antessala-ca\.crt|api\/(first-steps|contact|installation|openapi\.json|docs(\.css)?))$/,
  },
];

/** The name of a path's section; `Other` where none fits (a test forbids it). */
export function sectionOf(path: string): string {
  return sections.find((section) => section.paths.test(path))?.name ?? 'Other';
}
