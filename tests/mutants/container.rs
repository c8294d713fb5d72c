//! Changes to the archive, to the gzip member, and to any byte.

use super::Random;
use crate::support::{BLOCK, entry, seal_header};
use std::ops::Range;

/// Fields of a header and what may be written into them.
const FIELDS: [(&str, Range<usize>); 15] = [
    ("name", 0..100),
    ("mode", 100..108),
    ("uid", 108..116),
    ("gid", 116..124),
    ("size", 124..136),
    ("mtime", 136..148),
    ("type", 156..157),
    ("link", 157..257),
    ("magic and version", 257..265),
    ("owner", 265..297),
    ("group", 297..329),
    ("device major", 329..337),
    ("device minor", 337..345),
    ("prefix", 345..500),
    ("rest of the block", 500..512),
];

const TEXTS: [&[u8]; 27] = [
    b"",
    b"\0",
    b"0",
    b"5",
    b"x",
    b"7",
    b"L",
    b"./manifest.json",
    b"manifest.json",
    b"events.ndjson",
    b"events.ndjson\0x",
    b"manifest.json/",
    b"../manifest.json",
    b"ustar\x0000",
    b"ustar  \0",
    b"ustar\0",
    b"ustar\0 0",
    b"USTAR\x0000",
    b"0000644\0",
    b"000644 \0",
    b"   644 \0",
    b"644",
    b"00000000",
    b"64x4",
    b"-1",
    b"\x80\0\0\0\0\0\x01\xa4",
    b"root",
];

pub(super) fn change_archive(
    archive: &mut Vec<u8>,
    manifest: usize,
    random: &mut Random,
) -> String {
    let second = BLOCK + manifest.next_multiple_of(BLOCK);
    let header = if random.once_in(2) { 0 } else { second };
    if archive.len() < second + BLOCK {
        return "an archive that is cut already".to_owned();
    }
    let change = match random.below(13) {
        0..=4 => {
            let (name, field) = &FIELDS[random.below(FIELDS.len())];
            let text = random.of(&TEXTS);
            let field = &mut archive[header..][field.clone()];
            let length = text.len().min(field.len());
            if random.once_in(2) {
                field.fill(0);
            }
            field[..length].copy_from_slice(&text[..length]);
            seal_header(&mut archive[header..header + BLOCK]);
            format!("{name} is {}", text.escape_ascii())
        }
        5 => {
            let at = random.below(BLOCK);
            archive[header + at] = random.next() as u8;
            if random.once_in(4) {
                return format!("header byte {at}, not resealed");
            }
            seal_header(&mut archive[header..header + BLOCK]);
            format!("header byte {at}")
        }
        6 => checksum_form(&mut archive[header..header + BLOCK], random),
        7 => {
            let zeros = random.below(4) * BLOCK + random.below(2);
            archive.truncate(archive.len() - 2 * BLOCK);
            archive.resize(archive.len() + zeros, 0);
            format!("{zeros} zeros at the end")
        }
        8 => {
            let at = archive.len() - 1 - random.below(2 * BLOCK);
            archive[at] = 1;
            "a byte in the end blocks".to_owned()
        }
        9 => {
            let name = random.of(&["third", "manifest.json", "events.ndjson", "../x", "/x"]);
            archive.truncate(archive.len() - 2 * BLOCK);
            archive.extend(entry(name, b"data"));
            archive.extend([0; 2 * BLOCK]);
            format!("a further entry {name}")
        }
        10 => {
            archive[header + 257..header + 265].copy_from_slice(b"ustar  \0");
            let at = 345 + random.below(BLOCK - 345);
            archive[header + at] = b'7';
            seal_header(&mut archive[header..header + BLOCK]);
            format!("GNU magic, and byte {at}")
        }
        11 => {
            let end = archive.len() - 2 * BLOCK;
            let at = random.of(&[second - 1, end - 1]);
            archive[at] ^= 1;
            "a byte before a block's end".to_owned()
        }
        _ => {
            let length = random.below(archive.len());
            archive.truncate(length);
            format!("cut after {length} bytes")
        }
    };
    format!("archive, header at {header}: {change}")
}

/// Spells the right checksum in some way.
fn checksum_form(header: &mut [u8], random: &mut Random) -> String {
    header[148..156].fill(b' ');
    let unsigned: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    let forms = [
        format!("{unsigned:06o}\0 "),
        format!("{unsigned:06o} \0"),
        format!("{unsigned:06o}\0\0"),
        format!("{unsigned:06o}  "),
        format!("{unsigned:07o}\0"),
        format!("{unsigned:07o} "),
        format!("{unsigned:08o}"),
        format!(" {unsigned:06o}\0"),
        format!("{unsigned:o}\0  \0"),
        format!("{:06o}\0 ", unsigned + 1),
    ];
    let form = &forms[random.below(forms.len())];
    header[148..156].copy_from_slice(&form.as_bytes()[..8]);
    format!("checksum {}", form.escape_debug())
}

pub(super) fn change_gzip(bundle: &mut Vec<u8>, random: &mut Random) -> String {
    let end = bundle.len();
    match random.below(12) {
        0 => bundle[4..8].copy_from_slice(b"time"),
        1 => bundle[9] = random.next() as u8,
        2 => bundle[8] = random.next() as u8,
        3 => bundle[3] = random.next() as u8,
        4 => insert(bundle, 0x04, b"\x04\0abcd"),
        5 => insert(bundle, 0x08, b"a name\0"),
        6 => insert(bundle, 0x10, b"a comment\0"),
        7 => {
            bundle[3] |= 0x02;
            let mut crc = flate2::Crc::new();
            crc.update(&bundle[..10]);
            let wrong = u32::from(random.once_in(2));
            let check = ((crc.sum() + wrong) & 0xffff) as u16;
            bundle.splice(10..10, check.to_le_bytes());
        }
        8 => bundle.extend(random.of(&[&b"\0"[..], b"\0\0\0\0", b"x", b"\x1f\x8b"])),
        9 => {
            let member = bundle.clone();
            bundle.extend(member);
        }
        10 => bundle[end - 1 - random.below(8)] ^= 1 << random.below(8),
        _ => bundle.truncate(random.below(end)),
    }
    format!("gzip, {} bytes where there were {end}", bundle.len())
}

fn insert(bundle: &mut Vec<u8>, flag: u8, field: &[u8]) {
    bundle[3] |= flag;
    bundle.splice(10..10, field.iter().copied());
}

pub(super) fn change_bytes(bundle: &mut [u8], random: &mut Random) -> String {
    if bundle.is_empty() {
        return "nothing left to change".to_owned();
    }
    let (at, bit) = (random.below(bundle.len()), random.below(8));
    bundle[at] ^= 1 << bit;
    format!("bit {bit} of byte {at}")
}
