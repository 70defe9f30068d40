/** scripts/proxy/edge.conf as people copy it, with the addresses and folders of a test in their places. */
import { readFileSync } from 'node:fs';

export interface EdgePlace {
  /** Holds `cache/`; everything that nginx writes. */
  directory: string;
  /** Address and port, both. */
  listen: string;
  origin: string;
}

/** The whole text of a configuration for `nginx -p directory -c ...`. */
export function edgeConfig({ directory, listen, origin }: EdgePlace): string {
  const text = readFileSync(new URL('../../proxy/edge.conf', import.meta.url), 'utf8')
    .replace('listen 80;', `listen ${listen};`)
    .replace('listen [::]:80;', '')
    .replaceAll('/var/cache/', `${directory}/cache/`)
    .replace('203.0.113.10:8080', origin);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory};`,
  );
  return `daemon off; pid ${directory}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temporary.join(' ')}
${text}
}`;
}
