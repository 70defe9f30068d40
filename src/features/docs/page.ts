/** Renders the contract as an HTML page that works without scripts. */
import { capabilitiesOfScopes, scopeNames, tokenScopes } from '../../contract/accounts/capabilities.ts';
import type { OpenApiDocument, Operation, Response, Schema } from '../../contract/api/openapi.ts';
import { summariesPt } from './summaries-pt.ts';

/** `styleUrl`: address of the style sheet, because the page's content security policy forbids inline styles. */
export function docsPage(document: OpenApiDocument, styleUrl: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags
    .map(({ name }) => ({
      name,
      id: slug(name),
      operations: operations.filter(({ operation }) => operation.tags[0] === name),
    }))
    .filter((group) => group.operations.length > 0);
  const schemas = Object.entries(document.components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styleUrl}">
</head>
<body>
<nav aria-label="Sections">
<p class="brand">${escape(document.info.title)} <span>${escape(document.info.version)}</span></p>
<ul>
${groups.map((group) => `<li><a href="#${group.id}">${escape(group.name)}</a> <span>${group.operations.length}</span></li>`).join('\n')}
<li><a href="#escopos" lang="pt-BR">Escopos</a> <span>${tokenScopes.length}</span></li>
<li><a href="#schemas">Schemas</a> <span>${schemas.length}</span></li>
</ul>
</nav>
<main>
<header>
<h1>${escape(document.info.title)} API</h1>
<p>${inlineCode(document.info.description)}</p>
<p>The same contract for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
</header>
${scopesSection(operations)}
${groups
  .map(
    (group) => `<section aria-labelledby="${group.id}">
<h2 id="${group.id}">${escape(group.name)}</h2>
${group.operations.map(operationCard).join('\n')}
</section>`,
  )
  .join('\n')}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => `<article id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</article>`).join('\n')}
</section>
</main>
</body>
</html>
`;
}

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** Renders a Portuguese example of a call with a token, and the calls that each scope permits. */
function scopesSection(calls: readonly Call[]): string {
  const rows = tokenScopes.map((scope) => {
    const permitted = calls.filter(({ operation: { 'x-access': access, 'x-needs': needs } }) => {
      const isForTokens = access === 'user' || access === 'viewer';
      return isForTokens && needs !== undefined && capabilitiesOfScopes([scope]).has(needs);
    });
    const links = permitted.map(
      ({ method, path, operation }) => `<a href="#${operation.operationId}"><code>${method} ${escape(path)}</code></a>`,
    );
    return `<tr><th scope="row"><code>${scope}</code></th><td>${scopeNames[scope]}</td><td>${links.join('<br>')}</td></tr>`;
  });
  return `<section aria-labelledby="escopos" lang="pt-BR">
<h2 id="escopos">Escopos de um token de API</h2>
<p>Um proprietário cria o token em Equipe, com os escopos de que o programa precisa. O programa o manda em cada chamada:</p>
<pre><code>curl -H 'Authorization: Bearer ats_...' http://&lt;servidor&gt;:8080/api/calls/report</code></pre>
<div class="scroll"><table><thead><tr><th scope="col">Escopo</th><th scope="col">Nome</th><th scope="col">Chamadas que abre</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
</section>`;
}

function operationCard({ method, path, operation }: Call): string {
  const { parameters, requestBody, responses } = operation;
  // Errors that every call may return are listed at the top of the page.
  const ownResponses = Object.entries(responses).filter(([, response]) => response.$ref === undefined);
  const errors = ownResponses.filter(([, response]) => response['x-codes']);
  const parts = [
    parameters.length > 0
      ? subsection(
          'Parameters',
          table(
            parameters.map((parameter) => ({
              name: parameter.name,
              schema: parameter.schema,
              isRequired: parameter.required,
              note: [`in ${parameter.in}`, parameter.description].filter(Boolean).join('; '),
            })),
          ),
        )
      : '',
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
      subsection(`Body <small>${type}</small>`, schemaTable(schema)),
    ),
    ...ownResponses
      .filter(([, response]) => !response['x-codes'])
      .map(([status, { description, content, headers }]) =>
        subsection(`Response ${status}`, responseText(description, content) + headersText(headers)),
      ),
    errors.length > 0
      ? subsection(
          'Errors',
          `<ul class="errors">${errors.map(([status, response]) => `<li><b>${status}</b> ${(response['x-codes'] ?? []).join(', ')}</li>`).join('')}</ul>`,
        )
      : '',
  ];
  return `<article id="${operation.operationId}">
<details>
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(path).replaceAll('/', '/<wbr>')}</code> <span class="what">${escape(operation.summary)}<br><span lang="pt-BR">${inlineCode(portugueseSummaryOf(method, path))}</span></span> <span class="access ${operation['x-access']}">${operation['x-access']}</span></summary>
<p class="who">${escape(operation.description)}</p>
${parts.join('\n')}
</details>
</article>`;
}

const portugueseSummaryOf = (method: string, path: string): string =>
  (summariesPt as Partial<Record<string, string>>)[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`] ?? '';

const subsection = (title: string, body: string) => `<h4>${title}</h4>${body}`;

function headersText(headers: Response['headers'] = {}): string {
  const fields = Object.entries(headers);
  if (fields.length === 0) return '';
  return table(
    fields.map(([name, { description, schema }]) => ({
      name,
      schema,
      isRequired: true,
      note: `header; ${description}`,
    })),
  );
}

function responseText(description: string, content: Response['content']): string {
  const [type, schema] =
    Object.entries(content ?? {}).map(([contentType, { schema }]) => [contentType, schema] as const)[0] ?? [];
  if (!schema) return `<p>${escape(description)}</p>`;
  if (type !== 'application/json') return `<p>${escape(description)} <small>${escape(type ?? '')}</small></p>`;
  return schemaTable(schema);
}

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
  note?: string;
}

/** Renders an object as a table of its fields, anything else as its type. */
function schemaTable(schema: Schema): string {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return `<p>${typeText(schema)}</p>`;
  const intro = schema.type === 'array' ? '<p>A list of:</p>' : '';
  return intro + table(fields);
}

/** Returns the fields of an object, or of the objects in a list; fields of nested objects have dotted names. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const alternatives = (schema.anyOf ?? []).map(asSchema).filter((option) => option.type !== 'null');
  if (alternatives.length === 1 && alternatives[0]) return fieldsOf(alternatives[0], prefix);
  if (schema.type === 'array' && schema.items)
    return fieldsOf(asSchema(schema.items), prefix && `${prefix.slice(0, -1)}[].`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const property = asSchema(value);
    return [
      { name: `${prefix}${name}`, schema: property, isRequired: schema.required?.includes(name) ?? false },
      ...fieldsOf(property, `${prefix}${name}.`),
    ];
  });
}

function table(fields: Field[]): string {
  const rows = fields.map(
    ({ name, schema, isRequired, note }) =>
      `<tr><th scope="row"><code>${escape(name)}</code>${isRequired ? '' : ' <small>optional</small>'}</th><td>${typeText(schema)}</td><td>${[
        note,
        ...notes(schema),
      ]
        .filter((text) => text !== undefined)
        .map((text) => escape(text))
        .join('; ')}</td></tr>`,
  );
  return `<div class="scroll"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Returns the type as HTML, with links to named schemas. */
function typeText(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf) return schema.anyOf.map((option) => typeText(asSchema(option))).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(' ');
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.type === 'array') return `list of ${typeText(asSchema(schema.items ?? {}))}`;
  if (Array.isArray(schema.type)) return (schema.type as string[]).join(' or ');
  if (schema.contentMediaType) return 'file';
  return schema.type ?? 'any';
}

function notes(schema: Schema): string[] {
  const alternatives = (schema.anyOf ?? []).map(asSchema).filter((option) => option.type !== 'null');
  const [only] = alternatives.length === 1 ? alternatives : [];
  const { description, format, minimum, maximum, exclusiveMinimum, minLength, maxLength, pattern } = {
    ...only,
    ...schema,
  };
  return [
    description,
    format,
    minimum === undefined ? undefined : `from ${minimum}`,
    exclusiveMinimum === undefined || exclusiveMinimum === 0 ? undefined : `above ${exclusiveMinimum}`,
    maximum === undefined ? undefined : `up to ${maximum}`,
    minLength === undefined || minLength === 1 ? undefined : `at least ${minLength} characters`,
    maxLength === undefined ? undefined : `up to ${maxLength} characters`,
    pattern === undefined || format !== undefined ? undefined : `matches ${pattern}`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((note) => note !== undefined);
}

/** Returns an empty schema for the JSON schemas `true` and `false`: they are rendered as `any`, as an empty schema is. */
function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

const slug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
const inlineCode = (text: string) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
