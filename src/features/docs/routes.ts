/** Routes for the contract as OpenAPI and as an HTML page, both generated from src/contract/api. */
import type { Handlers } from '../../contract/api/index.ts';
import { type OpenApiDocument, openApi } from '../../contract/api/openapi.ts';
import { prepareJson, shareText, toJson } from '../../platform/http/request/json.ts';
import { docsPage } from './page.ts';
import { docsStyle } from './style.ts';

/** Document and page are generated at the first request, and cached. */
export function docsRoutes(version: string) {
  let document: OpenApiDocument | undefined;
  let page: string | undefined;
  let preparedDocument: (OpenApiDocument & Record<string, unknown>) | undefined;
  const contract = () => (document ??= openApi(version));

  function openApiDocument() {
    if (!preparedDocument) {
      preparedDocument = prepareJson({ ...contract() });
      // All responses with this text share one buffer.
      shareText(toJson(preparedDocument));
    }
    return preparedDocument;
  }

  return {
    'GET /api/openapi.json': () => openApiDocument(),

    'GET /api/docs': () => (page ??= shareText(docsPage(contract(), '/api/docs.css'))),

    'GET /api/docs.css': ({ exchange }) => {
      exchange.setHeader('content-type', 'text/css; charset=utf-8');
      exchange.setHeader('cache-control', 'max-age=3600');
      return docsStyle;
    },
  } satisfies Partial<Handlers>;
}
