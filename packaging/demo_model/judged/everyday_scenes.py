# ruff: noqa: E501  one shape after another, in their order
"""Scenes as `foreign_scenes` has them, with questions as people type them: by somebody who had not
read the grammar, after it was written."""

SCENES = """
a01; blue; 1
red circle 22 22 20, yellow star 78 50 10, white cross 24 78 10
count: How many shapes do you see? > There are three shapes.
count_shape: and how many stars? > There is one star.
color: What color is the star? > The star is yellow.
where: Where would I find the white cross? > The white cross is in the bottom left.
background: What color is the background? > The background is blue.
exists: Do you see a red circle anywhere? > Yes, there is a red circle.
half: Is the yellow star on the left or on the right? > The yellow star is on the right.
compare: Which one is bigger, the red circle or the white cross? > The red circle is bigger.

a02; plain; 1.3
green square 50 22 16
count: Number of shapes? > There is one shape.
count_color: How many red things are there? > There are no red shapes.
color: tell me the colour of the square > The square is green.
shape: What is the green thing? > The green shape is a square.
exists: is there a green square > Yes, there is a green square.
half: Is the green square at the top or at the bottom? > The green square is at the top.
missing: What color is the circle? > There is no circle in the picture.

a03; black; 1
orange circle 20 20 12, orange circle 80 20 12, pink star 50 50 12, white square 20 80 12, green cross 80 80 12
count: Please count all the shapes for me. > There are five shapes.
count_shape: Could you tell me how many circles there are? > There are two circles.
color: the star, what colour is it? > The star is pink.
where: In which part of the picture is the green cross? > The green cross is in the bottom right.
background: bg color? > The background is black.
relation: Is the white square to the left of the green cross? > Yes, the white square is to the left of the green cross.
count_color: How many of the shapes are orange? > There are two orange shapes.

a04; soft; 0.8
red star 22 20 14, blue circle 78 20 14, red square 22 78 14, purple cross 78 78 14
count: how many objects in total > There are four shapes.
count_shape: How many triangles can you find? > There are no triangles.
color: Hi, I can't make out the cross very well. What colour is it? > The cross is purple.
shape: Which shape is blue? > The blue shape is a circle.
exists: Is one of the circles red? > No, there is no red circle.
half: blue circle: left or right? > The blue circle is on the right.
where: Can you tell me where the red square is? > The red square is in the bottom left.
neighbor: Where is the red star compared to the blue circle? > The red star is to the left of the blue circle.

a05; white; 1.5
black triangle 24 50 20, yellow circle 76 50 10
count: How many items are in this image? > There are two shapes.
count_color: Count the black shapes, please. > There is one black shape.
shape: What shape is the yellow one? > The yellow shape is a circle.
background: What's the colour of the paper behind the shapes? > The background is white.
relation: Is the yellow circle left of the black triangle? > No, the yellow circle is to the right of the black triangle.
missing: Where is the cross? > There is no cross in the picture.
compare: Black triangle or yellow circle, which is larger? > The black triangle is bigger.

a06; round; 1
brown star 20 22 15, green circle 80 80 15
count_shape: How many circles? > There is one circle.
count_color: How many brown shapes are in the picture? > There is one brown shape.
color: Is the circle green or brown? > The circle is green.
where: Where is the brown star? > The brown star is in the top left.
exists: Can you see a brown circle? > No, there is no brown circle.
half: Where is the green circle, top or bottom? > The green circle is at the bottom.
describe: Describe the picture. > I see two shapes: a brown star and a green circle.

b01; yellow; 0.7
purple square 20 22 10, purple circle 76 76 20
count: Count the figures. > There are two shapes.
count_shape: how many squares do we have here? > There is one square.
color: Which color does the square have? > The square is purple.
where: Tell me the position of the purple square. > The purple square is in the top left.
background: Which color did they use for the background? > The background is yellow.
exists: Is there a purple star? > No, there is no purple star.
half: On which side is the purple circle? > The purple circle is on the right.
compare: Is the purple circle bigger or smaller than the purple square? > The purple circle is bigger.

b02; soft; 1
red circle 20 20 12, red circle 50 20 12, red circle 80 20 12, gray star 50 80 12
count: What is the total number of shapes? > There are four shapes.
count_color: How many red ones? > There are three red shapes.
color: What's the color of the star? > The star is gray.
shape: There is something grey in here. What shape is it? > The gray shape is a star.
exists: I think I see a grey star, am I right? > Yes, there is a gray star.
half: Is the grey star in the upper half or in the lower half? > The gray star is at the bottom.
missing: Which colour is the square? > There is no square in the picture.

b03; gray; 1.8
yellow triangle 18 50 14, yellow star 50 50 14, red cross 82 50 14
count: how mnay shapes are there > There are three shapes.
count_shape: Are there any circles, and if so how many? > There are no circles.
color: I would like to know the color of the cross. > The cross is red.
where: where exactly is the yellow star located? > The yellow star is in the center.
background: What colour's the background? > The background is gray.
relation: Would you say the yellow star is to the right of the yellow triangle? > Yes, the yellow star is to the right of the yellow triangle.
count_color: number of yellow shapes > There are two yellow shapes.

b04; plain; 1
blue triangle 20 20 11, blue triangle 50 20 11, green circle 80 20 11, orange square 20 80 11, white circle 50 80 11, black star 80 80 11
count: How many objects can be seen here? > There are six shapes.
count_shape: Count the triangles. > There are two triangles.
color: What color would you say the square is? > The square is orange.
shape: What is the black object? > The black shape is a star.
exists: Any white circle here? > Yes, there is a white circle.
half: Is the black star left or right? > The black star is on the right.
where: Location of the green circle? > The green circle is in the top right.
neighbor: Where is the green circle in relation to the black star? > The green circle is above the black star.

b05; green; 1
pink circle 50 76 20, brown cross 50 20 12
count: So how many shapes are we looking at? > There are two shapes.
count_color: How many blue shapes do you count? > There are no blue shapes.
shape: The pink thing, what is it? > The pink shape is a circle.
background: Could you please tell me the background color? > The background is green.
relation: Is the pink circle below the brown cross? > Yes, the pink circle is below the brown cross.
missing: Is the star on the left or on the right? > There is no star in the picture.
compare: Compared to the pink circle, is the brown cross bigger or smaller? > The brown cross is smaller.

b06; round; 1.2
orange cross 50 80 16
count_shape: how many crosses > There is one cross.
count_color: How many orange objects are there in the image? > There is one orange shape.
color: What colour is that cross? > The cross is orange.
where: Whereabouts is the orange cross? > The orange cross is at the bottom.
exists: There's an orange cross, isn't there? > Yes, there is an orange cross.
half: Top or bottom: where is the orange cross? > The orange cross is at the bottom.
describe: What do you see? > I see an orange cross.

c01; red; 1
white star 24 50 22, white circle 78 22 8, black square 78 78 8
count: Can you count the shapes? > There are three shapes.
count_shape: How many squares are in the image? > There is one square.
color: circle color? > The circle is white.
where: Where did they put the black square? > The black square is in the bottom right.
background: I'm asking about the background: what colour is it? > The background is red.
exists: Is there a black star in the picture? > No, there is no black star.
half: which side is the white star on > The white star is on the left.
compare: Which shape is the biggest? > The white star is the biggest shape.

c02; plain; 0.9
yellow cross 20 20 13, blue cross 80 20 13, purple square 20 80 13, purple circle 80 80 13
count: How many things are drawn here? > There are four shapes.
count_color: How many purple figures can you see? > There are two purple shapes.
color: Say the color of the circle. > The circle is purple.
shape: What kind of shape is the blue one? > The blue shape is a cross.
exists: Does the picture contain a yellow square? > No, there is no yellow square.
half: Is the yellow cross up at the top or down at the bottom? > The yellow cross is at the top.
missing: What is the color of the triangle? > There is no triangle in the picture.

c03; orange; 1
blue circle 18 18 10, blue star 50 18 10, green circle 82 18 10, white square 18 50 10, black triangle 82 50 10, green circle 18 82 10, red cross 82 82 10
count: Count everything you see. > There are seven shapes.
count_shape: How many circles are there in total? > There are three circles.
color: Whats the color of the triangle > The triangle is black.
where: In what part of the image is the blue star? > The blue star is at the top.
background: background color please > The background is orange.
relation: Is the black triangle above the red cross? > Yes, the black triangle is above the red cross.
count_color: How many of them are green? > There are two green shapes.

c04; soft; 1.6
pink square 20 50 16, gray triangle 80 50 16
count: Do you see one shape or two? > There are two shapes.
count_shape: How many triangles does the image show? > There is one triangle.
color: Is the square pink or gray? > The square is pink.
shape: Name the gray shape. > The gray shape is a triangle.
exists: Is there such a thing as a pink triangle in here? > No, there is no pink triangle.
half: Does the gray triangle sit on the left or on the right? > The gray triangle is on the right.
where: Where can the pink square be found? > The pink square is on the left.
neighbor: What's the position of the pink square relative to the gray triangle? > The pink square is to the left of the gray triangle.

c05; purple; 0.6
white circle 50 20 18, yellow triangle 50 50 10, white square 50 80 10
count: I need the number of shapes. > There are three shapes.
count_color: how many white shapes > There are two white shapes.
shape: What shape is yellow? > The yellow shape is a triangle.
background: On what colour were these shapes drawn? > The background is purple.
relation: Is the yellow triangle above the white circle? > No, the yellow triangle is below the white circle.
missing: where's the star? > There is no star in the picture.
compare: Which is the largest object? > The white circle is the biggest shape.

c06; round; 1
red triangle 20 80 12, green star 50 50 12, black circle 80 20 12
count_shape: How many squares do you see? > There are no squares.
count_color: Count the green objects. > There is one green shape.
color: What color is the triangle please? > The triangle is red.
where: Where's the green star? > The green star is in the center.
exists: Can you find a black circle? > Yes, there is a black circle.
half: Is the red triangle near the top or near the bottom? > The red triangle is at the bottom.
describe: Please describe what is in this image. > I see three shapes: a red triangle, a green star and a black circle.

d01; pink; 1.4
blue square 76 24 20, green cross 20 80 8
count: shapes, how many? > There are two shapes.
count_shape: How many crosses are there? > There is one cross.
color: My daughter asks what color the square is. > The square is blue.
where: Where in the picture is the blue square? > The blue square is in the top right.
background: Is the background pink or purple? > The background is pink.
exists: Is a green cross present? > Yes, there is a green cross.
half: Left or right, where is the green cross? > The green cross is on the left.
compare: Is the green cross bigger than the blue square, or smaller? > The green cross is smaller.

d02; soft; 1
black star 50 20 12, orange circle 20 80 12, orange circle 50 80 12, orange triangle 80 80 12
count: What number of shapes does this picture have? > There are four shapes.
count_color: How many orange shapes are in there? > There are three orange shapes.
color: colour of triangle? > The triangle is orange.
shape: Only one thing here is black. Which shape is it? > The black shape is a star.
exists: is there a black circle in this picture? > No, there is no black circle.
half: The black star, is it at the top or the bottom? > The black star is at the top.
missing: Tell me where the cross is. > There is no cross in the picture.

d03; brown; 0.75
white triangle 20 20 12, pink circle 80 50 12, white cross 20 80 12
count: Would you count the objects for me? > There are three shapes.
count_shape: Number of circles? > There is one circle.
color: what coulor is the circle? > The circle is pink.
where: I'm looking for the pink circle. Where is it? > The pink circle is on the right.
background: What is the background colour? > The background is brown.
relation: Is the white triangle below the white cross? > No, the white triangle is above the white cross.
count_color: How many white shapes does the picture show? > There are two white shapes.

d04; plain; 1
red circle 18 18 10, green circle 50 18 10, yellow star 82 18 10, blue square 18 50 10, red star 82 50 10, gray square 18 82 10, pink star 50 82 10, brown triangle 82 82 10
count: There are quite a lot of shapes here. How many exactly? > There are eight shapes.
count_shape: How many of the shapes are stars? > There are three stars.
color: Please tell me which color the triangle is. > The triangle is brown.
shape: What's the yellow thing? > The yellow shape is a star.
exists: Did you spot a green square? > No, there is no green square.
half: Is the blue square on the left side or on the right side? > The blue square is on the left.
where: position of the pink star? > The pink star is at the bottom.
neighbor: Where is the red star relative to the yellow star? > The red star is below the yellow star.

d05; black; 2
yellow cross 22 50 20, pink star 50 50 12, pink circle 80 50 7
count: How many shapes are on the canvas? > There are three shapes.
count_color: How many pink things do you see? > There are two pink shapes.
shape: Which figure is yellow? > The yellow shape is a cross.
background: And the background, what color is it? > The background is black.
relation: Is the pink circle to the right of the yellow cross? > Yes, the pink circle is to the right of the yellow cross.
missing: Do you know what colour the square is? > There is no square in the picture.
compare: Which shape is the smallest? > The pink circle is the smallest shape.

d06; round; 0.8
purple circle 24 24 18, purple star 76 76 18
count_shape: How many stars are in the picture? > There is one star.
count_color: How many shapes are purple? > There are two purple shapes.
color: Could you name the color of the star? > The star is purple.
where: where is the purple star? > The purple star is in the bottom right.
exists: Is there any purple square? > No, there is no purple square.
half: purple circle, top or bottom? > The purple circle is at the top.
describe: What is in the picture? > I see two shapes: a purple circle and a purple star.

e01; green; 1
yellow circle 20 20 9, yellow circle 50 20 9, orange square 76 76 20, red star 20 80 9
count: How many shapes in all? > There are four shapes.
count_shape: Tell me how many circles there are. > There are two circles.
color: Is the square red, orange or yellow? > The square is orange.
where: Which corner is the red star in? > The red star is in the bottom left.
background: What color is behind the shapes? > The background is green.
exists: Is there a star that is yellow? > No, there is no yellow star.
half: Is the orange square to the left or to the right? > The orange square is on the right.
compare: What is the biggest thing here? > The orange square is the biggest shape.

e02; plain; 1
blue cross 22 78 18
count: Is there one shape or more than one? > There is one shape.
count_color: How many blue shapes are there? > There is one blue shape.
color: The cross has which color? > The cross is blue.
shape: What's the shape of the blue object? > The blue shape is a cross.
exists: there is a blue circle, right? > No, there is no blue circle.
half: Is the blue cross at the bottom or at the top? > The blue cross is at the bottom.
missing: Where can I see the triangle? > There is no triangle in the picture.

e03; white; 1.1
red square 20 20 11, blue square 50 50 11, green square 80 80 11, black cross 20 80 11
count: give me the number of shapes > There are four shapes.
count_shape: How many squares are on the paper? > There are three squares.
color: What color is the cross? > The cross is black.
where: Where on the paper is the blue square? > The blue square is in the center.
background: What colour is the paper? > The background is white.
relation: Is the green square to the left of the black cross? > No, the green square is to the right of the black cross.
count_color: How many shapes are yellow? > There are no yellow shapes.

e04; soft; 1
orange star 20 50 12, brown circle 50 20 12, brown triangle 50 80 12, white star 80 50 12
count: How many figures are there? > There are four shapes.
count_shape: stars: how many? > There are two stars.
color: Which colour is the triangle? > The triangle is brown.
shape: What white shape is there? > The white shape is a star.
exists: Do we have a brown star? > No, there is no brown star.
half: On what side do you see the orange star? > The orange star is on the left.
where: Can you locate the brown circle? > The brown circle is at the top.
neighbor: Where is the brown circle with respect to the brown triangle? > The brown circle is above the brown triangle.

e05; blue; 0.65
pink triangle 50 22 20, yellow square 22 78 10, yellow circle 78 78 10
count: How many shapes does the image contain? > There are three shapes.
count_color: Please count the yellow shapes. > There are two yellow shapes.
shape: Which shape is the pink one? > The pink shape is a triangle.
background: What's the background color? > The background is blue.
relation: Is the yellow square to the right of the yellow circle? > No, the yellow square is to the left of the yellow circle.
missing: Is the cross red or blue? > There is no cross in the picture.
compare: Tell me which shape is biggest. > The pink triangle is the biggest shape.

e06; round; 1.5
gray cross 20 50 14, red circle 80 20 14
count_shape: How many stars are visible? > There are no stars.
count_color: How many red shapes? > There is one red shape.
color: What colour is the cross, please? > The cross is gray.
where: Where is the grey cross? > The gray cross is on the left.
exists: Red circle in the picture? > Yes, there is a red circle.
half: Is the red circle at the top of the picture or at the bottom? > The red circle is at the top.
describe: Tell me what you can see here. > I see two shapes: a gray cross and a red circle.

f01; gray; 1
black circle 50 50 24, white triangle 14 14 8, pink cross 86 86 8
count: Looking at this picture, how many shapes are there? > There are three shapes.
count_shape: How many triangles? > There is one triangle.
color: the circle is what color > The circle is black.
where: Where do you see the black circle? > The black circle is in the center.
background: Is the background grey or white? > The background is gray.
exists: Is there a pink cross? > Yes, there is a pink cross.
half: Is the white triangle more to the left or more to the right? > The white triangle is on the left.
compare: biggest shape? > The black circle is the biggest shape.

f02; plain; 0.5
green star 50 20 20, green square 50 50 20, blue triangle 50 80 20
count: Kindly count the shapes. > There are three shapes.
count_color: How many green items are there? > There are two green shapes.
color: What is the color of the star? > The star is green.
shape: The blue object is what shape? > The blue shape is a triangle.
exists: Do you see a green triangle? > No, there is no green triangle.
half: Where's the blue triangle, at the top or at the bottom? > The blue triangle is at the bottom.
missing: What colour is the circle? > There is no circle in the picture.

f03; red; 1.3
yellow star 18 18 10, yellow star 50 18 10, yellow star 82 18 10, blue circle 18 82 10, blue cross 82 82 10
count: How many shapes have been drawn? > There are five shapes.
count_shape: I'd like to know how many stars there are. > There are three stars.
color: Color of the cross? > The cross is blue.
where: Where is the blue circle placed? > The blue circle is in the bottom left.
background: whats the background colour > The background is red.
relation: Is the blue circle right of the blue cross? > No, the blue circle is to the left of the blue cross.
count_color: How many yellow shapes are there? > There are three yellow shapes.

f04; soft; 1
purple triangle 20 20 13, orange cross 80 20 13, purple star 80 80 13
count: Number of objects in the picture? > There are three shapes.
count_shape: Do you see any circles? How many? > There are no circles.
color: What is the cross's color? > The cross is orange.
shape: Tell me what shape the orange one is. > The orange shape is a cross.
exists: Is there a star in purple? > Yes, there is a purple star.
half: Purple triangle - left side or right side? > The purple triangle is on the left.
where: In which corner is the orange cross? > The orange cross is in the top right.
neighbor: Where does the orange cross lie relative to the purple triangle? > The orange cross is to the right of the purple triangle.

f05; yellow; 1
black square 20 50 10, red circle 76 50 20
count: Just tell me how many shapes there are. > There are two shapes.
count_color: How many white shapes can you see? > There are no white shapes.
shape: What black thing is in the picture? > The black shape is a square.
background: Tell me the color of the background. > The background is yellow.
relation: Can you confirm that the black square is to the left of the red circle? > Yes, the black square is to the left of the red circle.
missing: Where in the image is the star? > There is no star in the picture.
compare: Is the black square larger or smaller than the red circle? > The black square is smaller.

f06; round; 1
white cross 50 24 20
count_shape: Can you count the crosses? > There is one cross.
count_color: white shapes, how many? > There is one white shape.
color: Is the cross black or white? > The cross is white.
where: Please say where the white cross is. > The white cross is at the top.
exists: Does a white circle appear in the picture? > No, there is no white circle.
half: Do I find the white cross at the top or at the bottom? > The white cross is at the top.
describe: Say what is shown. > I see a white cross.

g01; purple; 1.7
green circle 22 24 20, pink star 50 78 9, orange triangle 80 78 9
count: I can't see the image. How many shapes are in it? > There are three shapes.
count_shape: How many squares? > There are no squares.
color: What colour does the triangle have? > The triangle is orange.
where: Whereabouts in the picture is the pink star? > The pink star is at the bottom.
background: Colour of the background? > The background is purple.
exists: I was told there is a green star. Is that true? > No, there is no green star.
half: Which side of the picture is the orange triangle on? > The orange triangle is on the right.
compare: Which of these shapes is the largest? > The green circle is the biggest shape.

g02; soft; 1
gray square 20 20 10, gray square 50 20 10, gray circle 80 20 10, red star 20 80 10, blue cross 50 80 10, blue cross 80 80 10
count: how many shapes u see > There are six shapes.
count_color: How many grey shapes are there? > There are three gray shapes.
color: Which color is the star? > The star is red.
shape: What is the red object called? > The red shape is a star.
exists: Any gray star? > No, there is no gray star.
half: Is the red star on top or at the bottom? > The red star is at the bottom.
missing: Give me the colour of the triangle. > There is no triangle in the picture.

g03; black; 0.9
white circle 50 78 14, green square 50 22 14
count: Are there two shapes or three? > There are two shapes.
count_shape: How many squares can be seen? > There is one square.
color: Tell me, what color is the square? > The square is green.
where: Do you know where the white circle is? > The white circle is at the bottom.
background: What color was the background painted? > The background is black.
relation: Is the white circle above the green square? > No, the white circle is below the green square.
count_color: Count white shapes > There is one white shape.

g04; plain; 1.2
yellow square 20 20 11, yellow circle 50 50 11, green triangle 80 80 11, black triangle 80 20 11, brown cross 20 80 11
count: How many shapes are in the picture altogether? > There are five shapes.
count_shape: How many triangles are in it? > There are two triangles.
color: The cross - what color? > The cross is brown.
shape: What form does the green thing have? > The green shape is a triangle.
exists: Can a yellow triangle be seen? > No, there is no yellow triangle.
half: Is the brown cross on the right or on the left? > The brown cross is on the left.
where: Where is that black triangle? > The black triangle is in the top right.
neighbor: Where is the brown cross, seen from the yellow square? > The brown cross is below the yellow square.

g05; orange; 1
blue star 24 24 22, white star 78 22 9, white circle 78 78 9
count: please count the things in the picture > There are three shapes.
count_color: How many white objects are there? > There are two white shapes.
shape: Something is blue. What shape? > The blue shape is a star.
background: The background is what colour? > The background is orange.
relation: Is the white circle under the white star? > Yes, the white circle is below the white star.
missing: What is the square's color? > There is no square in the picture.
compare: Which item is the biggest? > The blue star is the biggest shape.

g06; round; 0.7
pink circle 22 20 14, black square 50 50 14, blue star 80 80 14
count_shape: Squares? How many? > There is one square.
count_color: How many green shapes are in the picture? > There are no green shapes.
color: can you tell me what color the star is > The star is blue.
where: Where's the black square at? > The black square is in the center.
exists: Is there a pink circle somewhere? > Yes, there is a pink circle.
half: Does the pink circle lie at the top or at the bottom? > The pink circle is at the top.
describe: List the shapes you see. > I see three shapes: a pink circle, a black square and a blue star.

h01; white; 1
red triangle 76 76 20, purple circle 20 20 10
count: How many objects do you notice? > There are two shapes.
count_shape: How many circles does it have? > There is one circle.
color: Look at the triangle. What color is it? > The triangle is red.
where: Find the purple circle. Where is it? > The purple circle is in the top left.
background: Which colour is the background? > The background is white.
exists: Is there also a red circle? > No, there is no red circle.
half: Where is the red triangle, left or right? > The red triangle is on the right.
compare: Which is smaller: the purple circle or the red triangle? > The purple circle is smaller.

h02; plain; 1.5
brown star 20 20 12, green star 80 20 12, green cross 20 80 12, green cross 80 80 12, pink circle 50 50 12
count: Quick question: how many shapes? > There are five shapes.
count_color: How many green ones are there? > There are three green shapes.
color: Pink or brown: what color is the circle? > The circle is pink.
shape: Identify the pink shape. > The pink shape is a circle.
exists: Have we got a brown star? > Yes, there is a brown star.
half: The green star - top or bottom? > The green star is at the top.
missing: whats the color of the square > There is no square in the picture.

h03; blue; 1
red cross 18 18 10, red cross 50 18 10, red cross 82 18 10, red cross 18 82 10, yellow triangle 50 82 10, white star 82 82 10
count: How many individual shapes are there? > There are six shapes.
count_shape: What is the number of crosses? > There are four crosses.
color: What color's the triangle? > The triangle is yellow.
where: Point out where the white star is. > The white star is in the bottom right.
background: And what colour is the background? > The background is blue.
relation: Is the white star to the right of the yellow triangle? > Yes, the white star is to the right of the yellow triangle.
count_color: I want to know how many red shapes there are. > There are four red shapes.

h04; soft; 0.8
orange circle 20 50 14, gray star 80 50 14
count: How many shapes can you make out? > There are two shapes.
count_shape: Is there a star? How many are there? > There is one star.
color: What shade is the star, gray or orange? > The star is gray.
shape: What sort of shape is the orange object? > The orange shape is a circle.
exists: Could you check whether there is an orange star? > No, there is no orange star.
half: gray star on the left or right > The gray star is on the right.
where: The orange circle is located where? > The orange circle is on the left.
neighbor: How is the gray star positioned relative to the orange circle? > The gray star is to the right of the orange circle.

h05; pink; 1
green square 50 20 10, black triangle 50 74 22
count: how many shaps are in the pic > There are two shapes.
count_color: How many black shapes have you found? > There is one black shape.
shape: In this picture one thing is green. What is it? > The green shape is a square.
background: What color do you see in the background? > The background is pink.
relation: Is the green square below the black triangle? > No, the green square is above the black triangle.
missing: Could you tell me the color of the circle? > There is no circle in the picture.
compare: Of the green square and the black triangle, which is the bigger one? > The black triangle is bigger.

h06; round; 1.9
blue circle 16 22 12, purple triangle 50 50 12, blue square 84 78 12
count_shape: How many crosses do you see? > There are no crosses.
count_color: blue things: how many? > There are two blue shapes.
color: What colour is the triangle? > The triangle is purple.
where: where can i find the blue square > The blue square is in the bottom right.
exists: Is there one purple triangle in here? > Yes, there is a purple triangle.
half: Is the blue circle higher up or lower down, top or bottom? > The blue circle is at the top.
describe: Which shapes are in the picture? > I see three shapes: a blue circle, a purple triangle and a blue square.

i01; brown; 1
yellow star 20 50 18, pink circle 78 20 8, white circle 78 50 8, pink square 78 80 8
count: Could you count the shapes in this picture, please? > There are four shapes.
count_shape: How many circles in this image? > There are two circles.
color: Name the square's colour. > The square is pink.
where: Where is the white circle? > The white circle is on the right.
background: Behind the shapes, which color is there? > The background is brown.
exists: Is any star pink? > No, there is no pink star.
half: Yellow star, which side? > The yellow star is on the left.
compare: Which one of the shapes is biggest? > The yellow star is the biggest shape.

i02; soft; 1
red square 50 76 18
count: how many shapes? > There is one shape.
count_color: How many red figures are there? > There is one red shape.
color: The square is what colour? > The square is red.
shape: Is the red shape a square or a circle? > The red shape is a square.
exists: We have a red square here, don't we? > Yes, there is a red square.
half: Is the red square at the top or the bottom? > The red square is at the bottom.
missing: I'm looking for the cross, where is it? > There is no cross in the picture.

i03; yellow; 1.4
blue square 18 18 10, blue square 50 18 10, green star 82 18 10, black circle 18 50 10, blue square 82 50 10, red triangle 18 82 10, red cross 82 82 10
count: What's the count of shapes? > There are seven shapes.
count_shape: Please say how many squares there are. > There are three squares.
color: What color is the circle on the left? > The circle is black.
where: Where does the green star appear? > The green star is in the top right.
background: Please name the colour of the background. > The background is yellow.
relation: Is the red triangle below the black circle or not? > Yes, the red triangle is below the black circle.
count_color: How many shapes are there in blue? > There are three blue shapes.

i04; plain; 0.6
white square 50 20 16, gray circle 20 80 14, orange triangle 80 80 14
count: I count three shapes. How many do you count? > There are three shapes.
count_shape: How many stars? > There are no stars.
color: Do you know the color of the triangle? > The triangle is orange.
shape: what shape is the white thing > The white shape is a square.
exists: A grey circle, is there one? > Yes, there is a gray circle.
half: Would you say the grey circle is on the left or on the right? > The gray circle is on the left.
where: The white square, where is it? > The white square is at the top.
neighbor: Where is the grey circle in comparison with the orange triangle? > The gray circle is to the left of the orange triangle.

i05; gray; 1.2
purple star 76 24 20, yellow cross 76 78 12, yellow circle 20 78 7
count: Total shapes? > There are three shapes.
count_color: What is the number of yellow shapes? > There are two yellow shapes.
shape: Which kind of shape is purple? > The purple shape is a star.
background: What colour is the canvas? > The background is gray.
relation: Is the yellow circle to the right of the yellow cross? > No, the yellow circle is to the left of the yellow cross.
missing: Is the triangle at the top or at the bottom? > There is no triangle in the picture.
compare: What's the smallest shape? > The yellow circle is the smallest shape.

i06; round; 1
green triangle 20 20 12, brown circle 80 20 12
count_shape: Count the triangles please > There is one triangle.
count_color: How many brown things are in the image? > There is one brown shape.
color: What's the circle's color? > The circle is brown.
where: Which part of the image has the green triangle? > The green triangle is in the top left.
exists: is there a triangle thats brown > No, there is no brown triangle.
half: Is the brown circle in the top part or in the bottom part? > The brown circle is at the top.
describe: Can you describe this image for me? > I see two shapes: a green triangle and a brown circle.

j01; orange; 0.8
black cross 22 76 20, white star 78 20 12
count: How many shapes are shown in the image? > There are two shapes.
count_shape: How many triangles are shown? > There are no triangles.
color: Please give the color of the cross. > The cross is black.
where: Where would you say the white star is? > The white star is in the top right.
background: What colour background does this picture have? > The background is orange.
exists: Is there a black star? > No, there is no black star.
half: Is the white star on the left-hand or the right-hand side? > The white star is on the right.
compare: Which has the larger size, the black cross or the white star? > The black cross is bigger.

j02; plain; 1
red circle 18 18 10, red circle 50 18 10, red circle 82 18 10, red circle 18 50 10, blue square 82 50 10, blue square 18 82 10, green star 50 82 10, yellow cross 82 82 10
count: How many shapes are there if you count all of them? > There are eight shapes.
count_color: And how many are red? > There are four red shapes.
color: I can see a star. What color is it? > The star is green.
shape: yellow one is what shape? > The yellow shape is a cross.
exists: Are any of the circles blue? > No, there is no blue circle.
half: Green star: bottom or top? > The green star is at the bottom.
missing: what color is the triangle? > There is no triangle in the picture.

j03; green; 1
white circle 20 20 12, black circle 80 20 12, white triangle 50 80 12
count: This picture has some shapes. How many? > There are three shapes.
count_shape: How many circles can you count? > There are two circles.
color: Tell me the triangle's color. > The triangle is white.
where: What is the position of the white triangle? > The white triangle is at the bottom.
background: Do you know what color the background is? > The background is green.
relation: The black circle is to the right of the white circle, isn't it? > Yes, the black circle is to the right of the white circle.
count_color: Any orange shapes? How many? > There are no orange shapes.

j04; soft; 2
pink triangle 14 50 18, brown square 50 50 18, pink cross 86 50 18
count: How many shapes do we have? > There are three shapes.
count_shape: How many squares are there? > There is one square.
color: What color is the square in the middle? > The square is brown.
shape: What is the brown figure? > The brown shape is a square.
exists: Can you see any pink cross? > Yes, there is a pink cross.
half: Tell me if the pink cross is on the left or on the right. > The pink cross is on the right.
where: Where is the brown sqaure? > The brown square is in the center.
neighbor: In relation to the pink triangle, where is the brown square? > The brown square is to the right of the pink triangle.

j05; red; 1
white square 50 50 22, black star 14 50 8, yellow circle 86 14 8
count: How many shapes are on this red background? > There are three shapes.
count_color: How many purple shapes? > There are no purple shapes.
shape: There's a yellow object. Which shape does it have? > The yellow shape is a circle.
background: what is the color of the background > The background is red.
relation: Is the black star left of the white square? > Yes, the black star is to the left of the white square.
missing: Where is the cross located? > There is no cross in the picture.
compare: Which object is bigger than all the others? > The white square is the biggest shape.

j06; round; 1.3
purple cross 20 80 14, orange triangle 80 20 14
count_shape: How many crosses are in the picture? > There is one cross.
count_color: Tell me how many purple shapes there are. > There is one purple shape.
color: Is the triangle purple or orange? > The triangle is orange.
where: purple cross where? > The purple cross is in the bottom left.
exists: Is there an orange cross? > No, there is no orange cross.
half: Is the orange triangle up top or down at the bottom? > The orange triangle is at the top.
describe: What does the picture show? > I see two shapes: a purple cross and an orange triangle.
"""
