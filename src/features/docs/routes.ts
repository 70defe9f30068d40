/** The contract for programs and for people, both made of src/contract/api.ts. */
import type { Handlers } from '../../contract/api/index.ts';
import { type OpenApiDocument, openApi } from '../../contract/api/openapi.ts';
import { prepareJson, shareText, toJson } from '../../platform/http/request/json.ts';
import { docsPage } from './page.ts';
import { docsStyle } from './style.ts';

/** Made at the first request, then kept. */
export function docsRoutes(version: string) {
  let document: OpenApiDocument | undefined;
  let page: string | undefined;
  let prepared: (OpenApiDocument & Record<string, unknown>) | undefined;
  const contract = () => (document ??= openApi(version));

  function forPrograms() {
    if (!prepared) {
      prepared = prepareJson({ ...contract() });
      shareText(toJson(prepared));
    }
    return prepared;
  }

  return {
    'GET /api/openapi.json': () => forPrograms(),

    'GET /api/docs': () => (page ??= shareText(docsPage(contract(), '/api/docs.css'))),

    'GET /api/docs.css': ({ exchange }) => {
      exchange.setHeader('content-type', 'text/css; charset=utf-8');
      exchange.setHeader('cache-control', 'max-age=3600');
      return docsStyle;
    },
  } satisfies Partial<Handlers>;
}
