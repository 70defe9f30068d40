#!/bin/sh
# Builds ffmpeg and ffprobe into DIR from Debian's source package, with only the formats that the product reads and writes
# (rules.ts, video.ts and recording.ts in src/features/media/render). Debian's binary package supports all formats and
# needs 620 MB of libraries. Run by the Dockerfile, as root, on Debian; needs the network.
#
#   scripts/ffmpeg.sh DIR
set -eu
target=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Adds the source packages of all configured repositories, security updates included.
for list in /etc/apt/sources.list.d/*.sources; do
  if [ -e "$list" ]; then sed -i 's/^Types: deb$/Types: deb deb-src/' "$list"; fi
done
if [ -e /etc/apt/sources.list ]; then
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >/etc/apt/sources.list.d/sources-too.list
fi
apt-get update
apt-get install -y --no-install-recommends dpkg-dev gcc libc6-dev make nasm pkgconf libx264-dev libdav1d-dev libzimg-dev zlib1g-dev

cd "$work"
apt-get source --only-source ffmpeg
cd ffmpeg-*/

# The decoders that rules.ts allows. AV1 is decoded by dav1d, because ffmpeg's own decoder needs a graphics card.
decoders=h264,hevc,mpeg4,mpeg2video,mpeg1video,vp8,vp9,libdav1d,mjpeg,prores,dnxhd,dvvideo,h263
decoders=$decoders,msmpeg4v1,msmpeg4v2,msmpeg4v3,cinepak,svq3,huffyuv,ffv1,theora,rawvideo,png,wmv1,wmv2,flv,qtrle,v210
decoders=$decoders,aac,mp3,mp3float,mp2,mp2float,ac3,eac3,dca,opus,vorbis,flac,alac
decoders=$decoders,amrnb,amrwb,adpcm_ima_wav,adpcm_ima_qt,adpcm_ms,wmav1,wmav2
decoders=$decoders,pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be
decoders=$decoders,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw
# The first line is used in our commands; ffmpeg itself adds filters of the second (rotated videos, other sample formats).
filters=yadif,fps,scale,zscale,tonemap,setsar,format
filters=$filters,silenceremove,areverse,null,anull,aformat,aresample,transpose,hflip,vflip,rotate,trim,atrim

./configure --prefix="$target" --extra-version="antessala from $(dpkg-parsechangelog -S Version)" \
  --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug --disable-ffplay --disable-avdevice \
  --enable-gpl --enable-pthreads --enable-zlib --enable-libx264 --enable-libdav1d --enable-libzimg \
  --enable-decoder="$decoders" --enable-encoder=libx264,aac,png,pcm_s16le --enable-parsers --enable-bsfs \
  --enable-demuxer=mov,matroska,avi,wav,mp3,ogg --enable-muxer=mp4,image2,wav --enable-protocol=file,pipe --enable-filter="$filters"
make -j"$(nproc)" ffmpeg ffprobe
install -D -s -m 0755 -t "$target/bin" ffmpeg ffprobe
# The licence of these programs, which also names their source package.
install -D -m 0644 debian/copyright "$target/share/doc/ffmpeg/copyright"
