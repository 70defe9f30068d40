/** Stations of a new installation. Administrators change the list on the settings page. */

const redirect = (mount: string) => `https://playerservices.streamtheworld.com/api/livestream-redirect/${mount}`;

export const defaultStations = [
  { name: 'Antena 1', genre: 'Adulto contemporâneo', upstreamUrl: 'https://antenaone.crossradio.com.br/stream/1;' },
  { name: 'Alpha FM', genre: 'Adulto contemporâneo', upstreamUrl: redirect('RADIO_ALPHAFM_ADP.aac') },
  { name: 'Nova Brasil FM', genre: 'MPB', upstreamUrl: redirect('NOVABRASIL_SPAAC.aac') },
  { name: 'Hunter.FM MPB', genre: 'MPB', upstreamUrl: 'https://live.hunter.fm/mpb_high' },
  { name: 'Mix FM', genre: 'Pop', upstreamUrl: redirect('MIXFM_SAOPAULOAAC.aac') },
  { name: 'Hunter.FM Pop', genre: 'Pop', upstreamUrl: 'https://live.hunter.fm/pop_high' },
  { name: 'Transamérica', genre: 'Pop e esportes', upstreamUrl: redirect('RT_SPAAC.aac') },
  { name: '89 FM A Rádio Rock', genre: 'Rock', upstreamUrl: redirect('RADIO_89FM_ADP.aac') },
  { name: 'Kiss FM', genre: 'Rock clássico', upstreamUrl: redirect('RADIO_KISSFM_ADP.aac') },
  { name: 'Band FM', genre: 'Sertanejo e pagode', upstreamUrl: redirect('BANDFM_SPAAC.aac') },
  { name: 'Nativa FM', genre: 'Sertanejo', upstreamUrl: redirect('NATIVA_SPAAC.aac') },
  { name: 'BandNews FM', genre: 'Notícias', upstreamUrl: redirect('BANDNEWSFM_SPAAC.aac') },
  { name: 'CBN São Paulo', genre: 'Notícias', upstreamUrl: redirect('CBN_SPAAC.aac') },
];
