/** The sections in which the documentation shows the table of api.ts. */

interface Section {
  name: string;
  /** What follows the method in a key. */
  paths: RegExp;
}

export const sections: readonly Section[] = [
  { name: 'Accounts', paths: /^\/api\/(user|login|logout|register)(\/|$)/ },
  {
    name: 'Contents',
    paths: /^\/(media\/|api\/(videos(?!\/:\w+\/assignments)|platform-videos|uploads?|upload-url|capabilities)(\/|$))/,
  },
  { name: 'Playlists', paths: /^\/api\/(playlists(?!\/:id\/breaking-news)|videos\/:\w+\/assignments)(\/|$)/ },
  { name: 'My screens', paths: /^\/api\/(my-players|display-settings)(\/|$)/ },
  { name: 'The device', paths: /^\/api\/player\// },
  { name: 'Messages', paths: /\/breaking-news(\/|$)/ },
  { name: 'Radio', paths: /^\/api\/radio(-stations|-settings)?(\/|$)/ },
  { name: 'Administration: users', paths: /^\/api\/admin\/users(?!\/:userId\/)/ },
  { name: 'Administration: screens', paths: /^\/api\/admin\/(players|users\/:userId\/players)(\/|$)/ },
  {
    name: 'Administration: categories',
    paths: /^\/api\/admin\/(categories|platform-videos|users\/:userId\/categories)(\/|$)/,
  },
  { name: 'Administration: notices', paths: /^\/api\/admin\/notices(\/|$)/ },
  { name: 'Administration: the house', paths: /^\/api\/admin\/(?!users|players|categories|platform-videos|notices)/ },
  {
    name: 'The house',
    paths: /^\/(healthz|readyz|metrics|antessala-ca\.crt|api\/(contact|installation|openapi\.json|docs(\.css)?))$/,
  },
];

/** The name of a path's section; `Other` where none fits (a test forbids it). */
export function sectionOf(path: string): string {
  return sections.find((section) => section.paths.test(path))?.name ?? 'Other';
}
