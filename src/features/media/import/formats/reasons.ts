/** The reasons for which a file or another thing is not imported, in Portuguese. */

const reasonsByEnding: readonly [RegExp, string][] = [
  [/^(html?|mht|url|weblink|link)$/, 'É uma página da web, e as telas não exibem páginas.'],
  [/^(m3u8?|tv|stream|radio|pls|strm)$/, 'É uma transmissão pela internet, que não é um arquivo.'],
  [/^(pdf)$/, 'É um PDF: escolha-o em Upload, que transforma as páginas em imagens.'],
  [/^(pptx?|ppsx?|odp|key)$/, 'É uma apresentação: salve-a como PDF ou como imagens e envie em Upload.'],
  [/^(docx?|odt|rtf|xlsx?|ods|txt)$/, 'É um documento: salve-o como PDF ou como imagem e envie em Upload.'],
  [/^(mp3|wav|ogg|oga|m4a|aac|flac|wma)$/, 'É um áudio: envie-o em Som, como música de uma trilha.'],
  [/^(ttf|otf|woff2?|eot)$/, 'É uma fonte de letras do outro sistema.'],
  [/^(zip|tar|gz|tgz|rar|7z|bz2|xz)$/, 'É um arquivo compactado dentro deste: extraia-o e importe-o à parte.'],
  [/^(svg)$/, 'Imagens SVG não são aceitas: salve como PNG ou JPEG.'],
  [/^(apk|exe|ipk|wgt|imgz?|local|repo)$/, 'É um aplicativo ou pacote, que só o outro sistema executa.'],
  [/^(json|xml|xlf|csv|db|sqlite|log|ini|conf)$/, 'São dados do outro sistema.'],
];
export const unsupportedReason = 'O formato não é de foto nem de vídeo.';

/** Returns the reason for a file that is neither a photo nor a video that can be processed. */
export function reasonOf(path: string): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return reasonsByEnding.find(([pattern]) => pattern.test(ending))?.[1] ?? unsupportedReason;
}

export const missingFile = 'O arquivo não está na exportação.';

/** Returns the reason for a widget of another program, by its type. */
export function widgetReason(type: string): string {
  if (/web|html|url|embedded/i.test(type)) return 'É uma página da web, e as telas não exibem páginas.';
  if (/stream|hls|youtube|video-?in|localvideo/i.test(type))
    return 'É uma transmissão pela internet, que não é um arquivo.';
  if (/dataset|ticker|rss|menu-?board/i.test(type)) return 'É um quadro de dados do outro sistema.';
  if (/text|notice|message/i.test(type)) return 'É um texto: crie um cartaz ou uma mensagem com ele.';
  if (/audio/i.test(type)) return 'É um áudio: envie-o em Som, como música de uma trilha.';
  return `É um aplicativo do outro sistema (${type.slice(0, 40) || 'sem tipo'}).`;
}

/** True for files that operating systems and programs create, and that nobody chose. */
export const isJunk = (path: string): boolean =>
  path.startsWith('__MACOSX/') ||
  /(^|\/)(\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini|\$RECYCLE\.BIN\/.*|System Volume Information\/.*|\.Trash[^/]*\/.*|\.git\/.*)$/i.test(
    path,
  );
